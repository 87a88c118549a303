/** Who is told in the portal of invoices and receipts, and what they are not to find any more. */
import type { DomainEvent } from "#server/events/domain-event.ts";
import { changeOf, type Forgetting, type Telling } from "#server/events/telling.ts";

export function tellCreation({ invoiceId, data }: DomainEvent): Telling | null {
  const { status } = (data?.["invoice"] ?? {}) as { status?: unknown };
  return tellStatus(invoiceId, status);
}

/** In the case that it is in now, also when it has come from another. */
export function tellUpdate(event: DomainEvent): Telling | null {
  if (isLeft(event)) return null;
  const status = changeOf(event, "status").to ?? event.data?.["arrivedAs"];
  return tellStatus(event.invoiceId, status);
}

/** Clients do not see that an invoice is completed (C-CASE-034), so the bureau is told alone. */
function tellStatus(invoiceId: number | undefined, status: unknown): Telling | null {
  if (invoiceId === undefined) return null;
  const about = [{ id: invoiceId }];
  if (status === "Sent") return { kind: "invoice_sent", to: ["assigned"], about, status };
  if (status === "Paid by client")
    return { kind: "invoice_completed", to: ["assigned"], about, status };
  if (status === "Completed")
    return { kind: "invoice_completed", to: ["bureau", "accountants"], about, status };
  return null;
}

export function tellReceipt({ invoiceId = 0, data }: DomainEvent): Telling {
  return {
    kind: "receipt_uploaded",
    to: ["admins", "accountants", "agents"],
    about: [{ id: invoiceId, file: Number(data?.["storedFileId"]) }],
  };
}

/** Those who were told of it in the case that it has left. */
export function forgetMoved(event: DomainEvent): Forgetting | null {
  return isLeft(event) ? ofInvoice(event.invoiceId) : null;
}

function isLeft(event: DomainEvent): boolean {
  const { to } = changeOf(event, "caseId");
  return to !== undefined && to !== event.case.id;
}

export function ofInvoice(invoiceId: number | undefined): Forgetting {
  return {
    kinds: ["invoice_sent", "invoice_completed", "receipt_uploaded"],
    by: "id",
    values: [invoiceId ?? 0],
  };
}

export function forgetReceipt({ data }: DomainEvent): Forgetting | null {
  const file = data?.["storedFileId"];
  return typeof file === "number"
    ? { kinds: ["receipt_uploaded"], by: "file", values: [file] }
    : null;
}
