import type { ReactNode } from "react";
import { classes } from "./classes.ts";

type FactsProps = {
  /** What is null or empty is left out. */
  readonly of: readonly ReactNode[];
  readonly className?: string;
};

/** Small facts in a line, a dot between each two; where the line breaks there is none. */
export function Facts({ of, className }: FactsProps) {
  const told = of.filter((fact) => fact !== null && fact !== undefined && fact !== "");
  return (
    <span className={classes("flex flex-wrap gap-x-3 overflow-clip", className)}>
      {told.map((fact, place) => (
        <span key={place} className="relative min-w-0 wrap-anywhere">
          {/* At the start of a line it stands outside the box, where nothing is seen. */}
          {place === 0 ? null : (
            <span aria-hidden className="absolute end-full w-3 text-center whitespace-pre">
              {" · "}
            </span>
          )}
          {fact}
        </span>
      ))}
    </span>
  );
}
