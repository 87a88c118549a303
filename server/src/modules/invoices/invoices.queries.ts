/** How invoices are found: always together with their case, and only those the actor sees. */
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { invoices, type InvoiceRow } from "#server/database/tables/invoices.ts";
import { lockCase } from "#server/modules/cases/case-lock.ts";
import { visibleInvoices } from "./invoices.policy.ts";

export type InvoiceOfCase = { row: InvoiceRow; caseFile: CaseRow };

/** What an answer tells of the case; thousands of invoices are listed at once, and a case has far more columns. */
export type ListedInvoice = {
  row: InvoiceRow;
  caseFile: Pick<
    CaseRow,
    "title" | "numberOfApplicants" | "citizenshipFee" | "caseId" | "citizenshipProgram"
  >;
};

const { title, numberOfApplicants, citizenshipFee, caseId, citizenshipProgram } = cases;
export const shownOfCase = {
  title,
  numberOfApplicants,
  citizenshipFee,
  caseId,
  citizenshipProgram,
};

/** Newest first. */
export async function listInvoices(
  executor: Executor,
  actor: Actor,
  condition?: SQL,
): Promise<ListedInvoice[]> {
  return executor
    .select({ row: invoices, caseFile: shownOfCase })
    .from(invoices)
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .where(and(condition, visibleInvoices(actor)))
    .orderBy(desc(invoices.createdAt), desc(invoices.id));
}

/** For changes. The case before the invoice, always in this order, so that two changes wait for each other instead of blocking. */
export async function lockInvoice(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<InvoiceOfCase> {
  const { id, caseId } = subject;
  const [caseFile, [found]] = await Promise.all([
    lockCase(tx, actor, caseId),
    tx
      .select({ row: invoices })
      .from(invoices)
      .innerJoin(cases, eq(cases.id, invoices.caseId))
      .where(and(eq(invoices.id, id), eq(invoices.caseId, caseId), visibleInvoices(actor)))
      .for("update", { of: invoices }),
  ]);
  if (!found) throw notFound("invoice");
  return { row: found.row, caseFile };
}

/** For downloads: the case cannot be deleted while the caller records the download. */
export async function findInvoiceToOpen(
  tx: Transaction,
  actor: Actor,
  subject: SubjectRecord,
): Promise<InvoiceOfCase> {
  const [found] = await tx
    .select({ row: invoices, caseFile: cases })
    .from(invoices)
    .innerJoin(cases, eq(cases.id, invoices.caseId))
    .where(and(eq(invoices.id, subject.id), visibleInvoices(actor)))
    .for("key share", { of: cases });
  if (!found) throw notFound("invoice");
  return found;
}
