import type { ReactNode } from "react";

/** How many there are of what the heading before it names; set the same behind every heading. */
export function HeadingCount({ children }: { readonly children: ReactNode }) {
  return <span className="text-sm font-normal tracking-normal text-muted tabular">{children}</span>;
}
