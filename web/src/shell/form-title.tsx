import type { ReactNode } from "react";

/** The heading of a form on the signed-out screens. */
export function FormTitle({
  title,
  subtitle,
}: {
  readonly title: string;
  readonly subtitle?: ReactNode;
}) {
  return (
    <header>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {subtitle === undefined ? null : <p className="mt-1.5 text-base text-muted">{subtitle}</p>}
    </header>
  );
}
