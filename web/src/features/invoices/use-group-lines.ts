import { useMemo } from "react";
import type { Invoice } from "contract/invoices";
import { useKeySet } from "#web/ui/use-key-set.ts";
import type { InvoiceGroup } from "./invoice-order.ts";

/** A line of a virtual list: the head of a group, or one of its invoices. */
export type GroupLine = {
  readonly key: string;
  readonly group: InvoiceGroup;
  readonly invoice: Invoice | null;
};

/** Groups that open and close, laid out as lines. */
export type InvoiceLines = {
  readonly lines: readonly GroupLine[];
  readonly isOpen: (group: string) => boolean;
  readonly setOpen: (group: string, isOpen: boolean) => void;
};

/** Without a grouping the one group has no head. */
export function useGroupLines(groups: readonly InvoiceGroup[]): InvoiceLines {
  const { keys: closed, put: putClosed } = useKeySet();
  const lines = useMemo(
    () =>
      groups.flatMap((group): GroupLine[] => [
        ...(group.label === "" ? [] : [{ key: `head ${group.key}`, group, invoice: null }]),
        ...(closed.has(group.key) ? [] : linesOf(group)),
      ]),
    [groups, closed],
  );
  return {
    lines,
    isOpen: (key: string) => !closed.has(key),
    setOpen: (key: string, isOpen: boolean) => putClosed(key, !isOpen),
  };
}

function linesOf(group: InvoiceGroup): GroupLine[] {
  return group.invoices.map((invoice) => ({ key: `invoice ${invoice.id}`, group, invoice }));
}
