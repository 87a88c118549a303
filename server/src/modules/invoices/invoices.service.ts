/** Invoices: what was asked for, at which rate, and how far its payment is. */
import { and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { PaymentReceipt } from "contract/invoice-files";
import {
  clientInvoiceStatuses,
  type CreateInvoiceInput,
  type Invoice,
  type InvoiceStage,
  type InvoiceStatus,
  type UpdateInvoiceInput,
} from "contract/invoices";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound, taken } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { violatedUniqueKey } from "#server/database/errors.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { invoices, type InvoiceRow } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { assertNoEditConflict } from "#server/events/edit-conflict.ts";
import { changesBetween } from "#server/events/record.ts";
import { type FileMover, fileMover } from "#server/files/move.ts";
import { releaseFiles } from "#server/files/stored.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { assertRoomInCase } from "#server/modules/documents/case-quota.ts";
import { amountsOf } from "./invoice-amounts.ts";
import { invoiceAnswer } from "./invoice-answer.ts";
import { nextInvoiceCode } from "./invoice-code.ts";
import { storedFileIds } from "./invoice-files.model.ts";
import { recordCreation, recordRemoval, recordUpdate } from "./invoices.events.ts";
import {
  assertListsInvoices,
  assertManagesInvoices,
  readsAllInvoices,
  visibleInvoices,
} from "./invoices.policy.ts";
import { listInvoices, lockInvoice } from "./invoices.queries.ts";

type NewInvoice = z.output<typeof CreateInvoiceInput>;
type Changes = z.output<typeof UpdateInvoiceInput>;
type Edit = { subject: SubjectRecord; basedOn: number | null; changes: Changes };

export async function list(actor: SignedInActor): Promise<Invoice[]> {
  assertListsInvoices(actor);
  const found = await listInvoices(runtime.database, actor);
  return found.map((invoice) => invoiceAnswer(actor, invoice));
}

/** On the case screen everybody but admins and accountants meets what is to be paid and what is paid (C:61, D-025). */
export async function listOfCase(actor: SignedInActor, code: string): Promise<Invoice[]> {
  const readsAll = readsAllInvoices(actor);
  const [caseFile] = await runtime.database
    .select({ id: cases.id })
    .from(cases)
    .where(
      and(sql`lower(${cases.caseId}) = lower(${code})`, readsAll ? undefined : visibleCases(actor)),
    );
  if (!caseFile) throw notFound("case");
  const found = await listInvoices(
    runtime.database,
    actor,
    and(
      eq(invoices.caseId, caseFile.id),
      readsAll ? undefined : inArray(invoices.status, [...clientInvoiceStatuses]),
    ),
  );
  return found.map((invoice) => invoiceAnswer(actor, invoice));
}

/** Of the invoices this actor sees: a receipt that is listed can be opened. */
export async function listReceiptsOfCase(
  actor: SignedInActor,
  caseId: number,
): Promise<PaymentReceipt[]> {
  const [caseFile] = await runtime.database
    .select({ id: cases.id })
    .from(cases)
    .where(and(eq(cases.id, caseId), readsAllInvoices(actor) ? undefined : visibleCases(actor)));
  if (!caseFile) throw notFound("case");
  return runtime.database
    .select(getTableColumns(paymentReceipts))
    .from(paymentReceipts)
    .innerJoin(invoices, eq(invoices.id, paymentReceipts.invoiceId))
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .where(and(eq(cases.id, caseFile.id), visibleInvoices(actor)))
    .orderBy(desc(paymentReceipts.createdAt), desc(paymentReceipts.id));
}

export async function generateCode(actor: SignedInActor, stage: InvoiceStage): Promise<string> {
  assertManagesInvoices(actor);
  return nextInvoiceCode(runtime.database, stage);
}

/** The number of applicants is the case's, the total is ours, empty values are the defaults (S-42, D-005, D-011). */
export async function create(actor: SignedInActor, input: NewInvoice): Promise<Invoice> {
  assertManagesInvoices(actor);
  return inTransaction(async (tx) => {
    const caseFile = await lockCase(tx, actor, input.caseId);
    const row = await insertInvoice(tx, {
      ...amountsOf(input),
      invoiceId: input.invoiceId,
      caseId: caseFile.id,
      caseTitle: input.caseTitle,
      numberOfApplicants: caseFile.numberOfApplicants,
      currency: input.currency,
      stage: input.stage,
      date: input.date ?? bureauToday(),
      clientTrn: input.clientTrn || undefined,
      address: input.address || undefined,
      gender: input.gender ?? undefined,
      status: input.status,
      notes: input.notes || null,
    });
    await recordCreation(tx, actor, { row, caseFile });
    return invoiceAnswer(actor, { row, caseFile });
  });
}

/** Only the sent fields (D-020); the same effects whichever call moved the status (D-021). */
export async function update(actor: SignedInActor, edit: Edit): Promise<Invoice> {
  assertManagesInvoices(actor);
  const wanted = edit.changes.caseId ?? edit.subject.caseId;
  const moveFiles = wanted === edit.subject.caseId ? null : await fileMover(wanted);
  return inTransaction(async (tx) => {
    const { row, caseFile } = await lockInvoice(tx, actor, edit.subject);
    const target = moveFiles ? await lockCase(tx, actor, wanted) : caseFile;
    const patch = patchOf(row, edit.changes, target);
    const changes = changesBetween<Record<string, unknown>>(row, patch);
    if (Object.keys(changes).length === 0) return invoiceAnswer(actor, { row, caseFile });
    await assertNoEditConflict(tx, {
      subject: { kind: "invoice", id: row.id },
      basedOn: edit.basedOn,
      current: row,
      fields: Object.keys(changes).filter((field) => field in edit.changes),
    });
    if (moveFiles) await movePapers(tx, row, { caseId: target.id, moveFiles });
    const changed = await updateInvoice(tx, row.id, patch);
    await recordUpdate(tx, actor, {
      row: changed,
      caseFile: target,
      formerCase: caseFile,
      changes,
    });
    return invoiceAnswer(actor, { row: changed, caseFile: target });
  });
}

export async function updateStatus(
  actor: SignedInActor,
  input: { subject: SubjectRecord; basedOn: number | null; status: InvoiceStatus },
): Promise<Invoice> {
  const { subject, basedOn, status } = input;
  return update(actor, { subject, basedOn, changes: { status } });
}

/** With its receipts and files (D-033); the bytes go after the commit. */
export async function remove(actor: SignedInActor, subject: SubjectRecord): Promise<void> {
  assertManagesInvoices(actor);
  await inTransaction(async (tx) => {
    const invoice = await lockInvoice(tx, actor, subject);
    const { row } = invoice;
    const receipts = await tx
      .delete(paymentReceipts)
      .where(eq(paymentReceipts.invoiceId, row.id))
      .returning({ storedFileId: paymentReceipts.storedFileId });
    await tx.delete(invoices).where(eq(invoices.id, row.id));
    const ofReceipts = receipts.map((receipt) => receipt.storedFileId);
    await releaseFiles(tx, [...storedFileIds(row), ...ofReceipts]);
    await recordRemoval(tx, actor, invoice);
  });
}

/** Its files go along, or erasing the former case would take them with it (D-022). */
async function movePapers(
  tx: Transaction,
  row: InvoiceRow,
  { caseId, moveFiles }: { caseId: number; moveFiles: FileMover },
): Promise<void> {
  await tx.update(paymentReceipts).set({ caseId }).where(eq(paymentReceipts.invoiceId, row.id));
  const files = storedFileIds(row);
  if (files.length === 0) return;
  await moveFiles(tx, files);
  await assertRoomInCase(tx, caseId, []);
}

/** The title is copied anew only when the invoice moves to another case, the number of applicants always (D-022). */
function patchOf(row: InvoiceRow, changes: Changes, caseFile: CaseRow): Partial<InvoiceRow> {
  const { caseId: _caseId, numberOfApplicants: _applicants, rate, notes, ...rest } = changes;
  const amounts = amountsOf({
    usdFee: rest.usdFee ?? row.usdFee,
    rate: rate ?? Number(row.rate),
    currency: rest.currency ?? row.currency,
  });
  return {
    ...rest,
    ...amounts,
    ...(notes === undefined ? {} : { notes: notes || null }),
    ...(caseFile.id === row.caseId ? {} : { caseId: caseFile.id, caseTitle: caseFile.title }),
    numberOfApplicants: caseFile.numberOfApplicants,
  };
}

async function insertInvoice(
  tx: Transaction,
  values: typeof invoices.$inferInsert,
): Promise<InvoiceRow> {
  const [row] = await refusingTakenCodes(tx.insert(invoices).values(values).returning());
  if (!row) throw notFound("invoice");
  return row;
}

async function updateInvoice(
  tx: Transaction,
  id: number,
  patch: Partial<InvoiceRow>,
): Promise<InvoiceRow> {
  const [row] = await refusingTakenCodes(
    tx.update(invoices).set(patch).where(eq(invoices.id, id)).returning(),
  );
  if (!row) throw notFound("invoice");
  return row;
}

async function refusingTakenCodes<Result>(work: PromiseLike<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (violatedUniqueKey(error) === "invoices_invoice_id_key")
      throw taken("Invoice ID already exists", "invoiceId");
    throw error;
  }
}
