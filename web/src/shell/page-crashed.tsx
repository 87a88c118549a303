import { RotateCw } from "lucide-react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const text = messages.shell.crashed;

/** A fault in a screen, or a part of the portal that could not be fetched: the rest of the portal stays usable. */
export function PageCrashed() {
  return (
    <div
      role="alert"
      className="flex min-h-80 flex-1 flex-col items-center justify-center px-6 py-16 text-center"
    >
      <h1 className="text-xl font-semibold">{text.title}</h1>
      <p className="mt-1.5 text-base text-muted">{text.text}</p>
      <Button className="mt-6" icon={<Icon of={RotateCw} />} onClick={() => location.reload()}>
        {text.reload}
      </Button>
    </div>
  );
}
