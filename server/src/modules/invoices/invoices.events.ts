/** What the activity, open screens and the automation service learn about invoices. */
import type { FileListName } from "contract/invoice-files";
import { clientInvoiceStatuses, type InvoiceStatus } from "contract/invoices";
import type { AuditableActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { InvoiceRow } from "#server/database/tables/invoices.ts";
import type { AuditEntry, DomainEvent, DomainEventName } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import type { InvoiceOfCase } from "./invoices.queries.ts";

export async function recordCreation(
  tx: Transaction,
  actor: AuditableActor,
  { row, caseFile }: InvoiceOfCase,
): Promise<void> {
  await record(tx, actor, {
    name: "invoice.created",
    case: caseFile,
    entries: [entryOf("invoice_create", row, { invoiceId: row.invoiceId })],
    invoiceId: row.id,
    seenBy: seenByOf([row.status]),
    data: { event: "invoice_created", invoice: thinInvoice(row) },
  });
}

type Update = InvoiceOfCase & {
  formerCase: CaseRow;
  changes: Record<string, { from: unknown; to: unknown }>;
};

/** An invoice that moves is told in both cases: where it came from, and where it went. */
export async function recordUpdate(
  tx: Transaction,
  actor: AuditableActor,
  { row, caseFile, formerCase, changes }: Update,
): Promise<void> {
  const isPaidNow = changes["status"]?.to === "Paid by client";
  const update = {
    name: "invoice.updated" as const,
    entries: [entryOf("invoice_update", row, changes)],
    invoiceId: row.id,
    seenBy: seenByOf([row.status, (changes["status"]?.from ?? row.status) as InvoiceStatus]),
  };
  const isMoved = formerCase.id !== caseFile.id;
  if (isMoved) await record(tx, actor, { ...update, case: formerCase });
  await record(tx, actor, {
    ...update,
    case: caseFile,
    ...(isMoved ? { data: { arrivedAs: row.status } } : {}),
    ...(isPaidNow ? { data: { event: "invoice_paid", invoice: thinInvoice(row) } } : {}),
  });
}

export async function recordRemoval(
  tx: Transaction,
  actor: AuditableActor,
  { row, caseFile }: InvoiceOfCase,
): Promise<void> {
  await record(tx, actor, {
    name: "invoice.removed",
    case: caseFile,
    entries: [{ action: "delete", documentName: row.invoiceId, stage: row.stage }],
    invoiceId: row.id,
    seenBy: seenByOf([row.status]),
  });
}

/** Clients learn nothing of an invoice while it is hidden from them (D-025). */
function seenByOf(statuses: readonly InvoiceStatus[]): DomainEvent["seenBy"] {
  const shown: readonly InvoiceStatus[] = clientInvoiceStatuses;
  return statuses.some((status) => shown.includes(status)) ? undefined : "staff";
}

type FileEvent = {
  name: DomainEventName;
  action: AuditEntry["action"];
  invoice: InvoiceOfCase;
  documentName: string;
  stage: FileListName | null;
  metadata?: Record<string, unknown>;
  /** The file itself, where people are told of it. */
  storedFileId?: number | null;
};

/** No subject: the fields of the invoice stay as they are, so nobody's edit of them can collide with a file. */
export async function recordFile(
  tx: Transaction,
  actor: AuditableActor,
  { name, invoice, storedFileId = null, ...entry }: FileEvent,
): Promise<void> {
  const { row, caseFile } = invoice;
  const seenBy = entry.stage === "admin" ? "admins" : seenByOf([row.status]);
  await record(tx, actor, {
    name,
    case: caseFile,
    entries: [entry],
    invoiceId: row.id,
    seenBy,
    ...(storedFileId !== null && { data: { storedFileId } }),
  });
}

function entryOf(
  action: AuditEntry["action"],
  row: InvoiceRow,
  metadata: Record<string, unknown>,
): AuditEntry {
  return {
    action,
    documentName: row.invoiceId,
    stage: row.stage,
    metadata,
    subject: { kind: "invoice", id: row.id, revision: row.revision },
  };
}

/** What the automation is told of an invoice: numbers and codes, nothing that names a person (security.md 6.1). */
function thinInvoice(row: InvoiceRow): Record<string, unknown> {
  const { id, invoiceId, stage, status, currency, rate, usdFee, totalFee, date } = row;
  return { id, invoiceId, stage, status, currency, rate, usdFee, totalFee, date };
}
