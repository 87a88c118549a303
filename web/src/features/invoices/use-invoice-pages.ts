import { useEffect } from "react";
import { INVOICE_REFRESH_MILLISECONDS } from "contract/invoices";
import { typingPause, useList } from "#web/lists/use-list.ts";
import { useKeySet } from "#web/ui/use-key-set.ts";
import {
  type InvoiceController,
  type InvoiceList,
  invoiceListSource,
  type InvoiceListChoice,
} from "./invoice-list-source.ts";

/** The list that a screen of invoices shows, and which of its groups are closed. */
export type ShownInvoices = {
  readonly shown: InvoiceList;
  readonly look: InvoiceController["look"];
  readonly closed: ReadonlySet<string>;
  readonly setOpen: (group: string, isOpen: boolean) => void;
};

/** Files arrive from outside at any time, so these lists alone read themselves anew every thirty seconds (D-028). */
export function useInvoicePages(controller: InvoiceController, choice: InvoiceListChoice) {
  const { keys: closed, put: putClosed } = useKeySet();
  const list = useList(controller, {
    name: "invoices",
    source: invoiceListSource(choice),
    pauseMs: typingPause(choice.q),
  });
  useEffect(() => {
    const timer = setInterval(() => void controller.reread(), INVOICE_REFRESH_MILLISECONDS);
    return () => clearInterval(timer);
  }, [controller]);
  const { shown } = list;
  const setOpen = (group: string, isOpen: boolean) => putClosed(group, !isOpen);
  const lines: ShownInvoices | null =
    shown === null ? null : { shown, look: controller.look, closed, setOpen };
  return { ...list, lines, retry: controller.retry, reread: controller.reread };
}
