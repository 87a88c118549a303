import type { ReactNode } from "react";
import type { Invoice } from "contract/invoices";

/** One column of a table of invoices: each screen names its own. */
export type InvoiceColumn = {
  readonly key: string;
  readonly heading: ReactNode;
  /** Takes the width that the other columns leave. */
  readonly isWidest?: boolean;
  readonly align?: "start" | "end";
  /** The last column's buttons, which stay while the table scrolls sideways. */
  readonly staysInSight?: boolean;
  readonly className?: string;
  readonly cell: (invoice: Invoice) => ReactNode;
};
