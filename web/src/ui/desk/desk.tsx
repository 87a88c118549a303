import type { ReactNode } from "react";

type DeskProps = {
  /** A bar over both halves. */
  readonly bar: ReactNode;
  /** What is looked at. */
  readonly paper: ReactNode;
  readonly paperLabel: string;
  /** What is known of it, and what can be said about it. */
  readonly panel: ReactNode;
  readonly panelLabel: string;
};

/**
 * One after the other: a document on the left, or above where the window is narrow, what it is about beside it, the
 * buttons always in sight. It takes the window's height and scrolls inside; on phones it takes the place of the portal's bars too,
 * which go away by `data-desk` (look-work.md 6).
 */
export function Desk({ bar, paper, paperLabel, panel, panelLabel }: DeskProps) {
  return (
    <div
      data-desk
      className="flex h-[calc(100dvh-3.5rem)] min-h-0 flex-col max-md:fixed max-md:inset-0 max-md:z-45 max-md:h-auto max-md:bg-canvas"
    >
      {bar}
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <section
          aria-label={paperLabel}
          className="relative min-w-0 basis-[65%] bg-line max-lg:h-72 max-lg:flex-none"
        >
          {paper}
        </section>
        <section
          aria-label={panelLabel}
          className="flex min-h-0 min-w-0 basis-[35%] flex-col border-line bg-surface max-lg:flex-1 lg:min-w-96 lg:border-s"
        >
          {panel}
        </section>
      </div>
    </div>
  );
}
