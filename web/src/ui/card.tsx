import type { ReactNode } from "react";
import { classes } from "./classes.ts";

/** The surface of a card. */
export const cardLook = "rounded-lg border border-line bg-surface shadow-card";

type SectionCardProps = {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons at the end of the title line. */
  readonly actions?: ReactNode;
  /** Without padding: for tables and lists that go to the edge. */
  readonly flush?: boolean;
  readonly className?: string;
  /** Null where the heading says it all. */
  readonly children: ReactNode;
};

/** A card with a heading. */
export function SectionCard({
  title,
  description,
  actions,
  flush = false,
  className,
  children,
}: SectionCardProps) {
  return (
    <section className={classes(cardLook, "overflow-clip", className)}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{title}</h2>
          {description === undefined ? null : <p className="text-sm text-muted">{description}</p>}
        </div>
        {actions === undefined ? null : (
          <div className="flex flex-wrap items-center gap-2">{actions}</div>
        )}
      </header>
      {children === null ? null : (
        <div className={classes("border-t border-line", !flush && "p-5")}>{children}</div>
      )}
    </section>
  );
}
