/**
 * Whether the record named in a path exists for this actor. Asked before the body is read, and again under lock by
 * the service. What one may not see is the same 404 as what does not exist (D-106).
 */
import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { Subject } from "contract/endpoint";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { comments } from "#server/database/tables/comments.ts";
import { documents } from "#server/database/tables/documents.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { visibleDocuments } from "#server/modules/documents/documents.policy.ts";
import { assertMayChangeInvoice } from "#server/modules/invoices/invoice-rights.ts";
import { visibleInvoices } from "#server/modules/invoices/invoices.policy.ts";

export type SubjectRecord = { id: number; caseId: number };
/** PostgreSQL's integer. */
const MOST_RECORDS = 2_147_483_647;

type PathParams = Readonly<Record<string, unknown>>;
type Finder = (actor: Actor, params: PathParams) => Promise<SubjectRecord | undefined>;

/** Throws the record's 404 when this actor may not see it. */
export async function resolveSubject(
  subject: Subject,
  actor: Actor,
  params: PathParams,
): Promise<SubjectRecord> {
  const found = await finders[subject](actor, params);
  if (!found) throw notFound(subject);
  return found;
}

/** Throws 403 when this actor may look at the record but not touch it; asked before the body is read (security.md 5.2). */
export async function assertMayChange(
  subject: Subject,
  actor: Actor,
  record: SubjectRecord,
): Promise<void> {
  if (subject === "invoice") await assertMayChangeInvoice(actor, record.caseId);
}

/**
 * `{ id }` or `{ caseId }` of a path, as a condition on cases. The text code ignores case (D-040). A `{ reference }` is
 * either: a code never consists of digits alone (D-042).
 */
function namesCase(params: PathParams): SQL {
  const { caseId, reference } = params;
  if (typeof caseId === "string") return hasCode(caseId);
  if (typeof reference === "string" && !/^\d{1,10}$/.test(reference)) return hasCode(reference);
  const number = Number(reference ?? params["id"]);
  return number <= MOST_RECORDS ? eq(cases.id, number) : sql`false`;
}

function hasCode(code: string): SQL {
  return sql`lower(${cases.caseId}) = lower(${code})`;
}

/** A record's number first, then the invoice's text code (D-013). */
function namesInvoice(reference: string): SQL {
  const byCode = sql`lower(${invoices.invoiceId}) = lower(${reference})`;
  const number = Number(reference);
  const isNumber = /^\d{1,10}$/.test(reference) && number <= MOST_RECORDS;
  return isNumber ? (or(eq(invoices.id, number), byCode) ?? byCode) : byCode;
}

const finders: Record<Subject, Finder> = {
  case: async (actor, params) => {
    const [row] = await runtime.database
      .select({ id: cases.id, caseId: cases.id })
      .from(cases)
      .where(and(namesCase(params), visibleCases(actor)));
    return row;
  },
  applicant: async (actor, params) => {
    const [row] = await runtime.database
      .select({ id: applicants.id, caseId: applicants.caseId })
      .from(applicants)
      .innerJoin(cases, eq(cases.id, applicants.caseId))
      .where(and(eq(applicants.id, Number(params["id"])), visibleCases(actor)));
    return row;
  },
  document: async (actor, params) => {
    const [row] = await runtime.database
      .select({ id: documents.id, caseId: documents.caseId })
      .from(documents)
      .innerJoin(cases, eq(cases.id, documents.caseId))
      .where(
        and(eq(documents.id, Number(params["id"])), visibleCases(actor), visibleDocuments(actor)),
      );
    return row;
  },
  comment: async (actor, params) => {
    const [row] = await runtime.database
      .select({ id: comments.id, caseId: comments.caseId })
      .from(comments)
      .innerJoin(cases, eq(cases.id, comments.caseId))
      .where(and(eq(comments.id, Number(params["id"])), visibleCases(actor)));
    return row;
  },
  agreement: async (actor, params) => {
    const [row] = await runtime.database
      .select({ id: serviceAgreements.id, caseId: serviceAgreements.caseId })
      .from(serviceAgreements)
      .innerJoin(cases, eq(cases.id, serviceAgreements.caseId))
      .where(and(eq(serviceAgreements.id, Number(params["id"])), visibleCases(actor)));
    return row;
  },
  invoice: async (actor, params) => {
    const reference = String(params["invoiceId"] ?? params["id"]);
    const [row] = await runtime.database
      .select({ id: invoices.id, caseId: invoices.caseId })
      .from(invoices)
      .innerJoin(cases, eq(cases.id, invoices.caseId))
      .where(and(namesInvoice(reference), visibleInvoices(actor)))
      .orderBy(sql`(${invoices.id}::text = ${reference}) desc`)
      .limit(1);
    return row;
  },
};
