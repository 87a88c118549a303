import { Bookmark } from "lucide-react";
import type { ComponentProps } from "react";
import { viewMessages as texts } from "#web/messages/views.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

type ViewsButtonProps = ComponentProps<typeof Button> & {
  /** Of the view that is open. */
  readonly name?: string;
  readonly isChanged?: boolean;
};

/** What opens the menu of views: the name of the one that is open, with a dot once something of it was changed. */
export function ViewsButton({ name = texts.button, isChanged = false, ...rest }: ViewsButtonProps) {
  return (
    <Button variant="secondary" className="max-lg:px-2.5" {...rest}>
      <span className="inline-flex items-center gap-2">
        <Icon of={Bookmark} />
        <bdi className="max-w-40 truncate max-lg:sr-only">{name}</bdi>
        {isChanged ? (
          <span className="size-2 rounded-full bg-brass">
            <span className="sr-only">{texts.changed}</span>
          </span>
        ) : null}
      </span>
    </Button>
  );
}
