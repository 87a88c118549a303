import { type ReactNode, useId } from "react";
import { classes } from "#web/ui/classes.ts";

type ReadOnlyValueProps = {
  readonly label: string;
  readonly strong?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Stands among the fields of a form, but is computed or taken from elsewhere. */
export function ReadOnlyValue({ label, strong = false, className, children }: ReadOnlyValueProps) {
  const id = useId();
  return (
    <div className={classes("flex flex-col gap-1.5", className)}>
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <output
        aria-labelledby={id}
        className={classes(
          "flex min-h-9 items-center rounded-md bg-sunken px-3 text-base tabular",
          strong ? "font-semibold" : "text-muted",
        )}
      >
        {children}
      </output>
    </div>
  );
}
