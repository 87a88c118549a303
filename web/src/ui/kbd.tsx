import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** A key on the keyboard. */
export function Kbd({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <kbd
      className={classes(
        "inline-grid h-5 min-w-5 place-items-center rounded-xs border border-line-strong bg-sunken px-1 font-sans text-2xs text-muted",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
