/** What notifications say and where they lead: joined when they are read, with the reader's rights of that moment. */
import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { readItemKey } from "contract/checklist-parts";
import { type DocumentCategory, documentGroupOf } from "contract/document-categories";
import type { Notification, NotificationKind } from "contract/notifications";
import { hasFullAccess, type SignedInActor } from "#server/core/actor.ts";
import type { Executor } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";
import { documents } from "#server/database/tables/documents.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import type { ToldThing } from "#server/database/tables/notifications.ts";
import { users } from "#server/database/tables/users.ts";
import { visibleDocuments } from "#server/modules/documents/documents.policy.ts";
import { visibleInvoices } from "#server/modules/invoices/invoices.policy.ts";
import type { ListedNotification } from "./notifications.queries.ts";

type Subject = { name: string; category: DocumentCategory | null };
type Subjects = (row: ListedNotification) => Subject | undefined;

const ofDocuments: readonly NotificationKind[] = ["document_uploaded", "document_reviewed"];
const ofInvoices: readonly NotificationKind[] = [
  "invoice_sent",
  "receipt_uploaded",
  "invoice_completed",
];
const ofItems: readonly NotificationKind[] = ["item_requested", "deadline_near"];

export async function describe(
  executor: Executor,
  actor: SignedInActor,
  rows: readonly ListedNotification[],
): Promise<Notification[]> {
  if (rows.length === 0) return [];
  const subjects = await readSubjects(executor, actor, rows);
  return rows.map((row) => {
    const { caseId: _case, actorId: _actor, isAssigned: _assigned, data, ...told } = row;
    const subject = subjects(row);
    return {
      ...told,
      phase: data.phase ?? null,
      changes: data.changes ?? 0,
      subject: subject?.name ?? null,
      category: subject?.category ?? null,
      status: data.status ?? null,
      dueOn: latestOf(data.about),
      link: linkOf(actor, row, subject),
    };
  });
}

/** Of the last thing that each tells of. */
async function readSubjects(
  executor: Executor,
  actor: SignedInActor,
  rows: readonly ListedNotification[],
): Promise<Subjects> {
  const idsOf = (kinds: readonly NotificationKind[]) =>
    rows.filter(({ kind }) => kinds.includes(kind)).map((row) => lastOf(row)?.id ?? 0);
  const keys = rows.flatMap((row) => readItemKey(lastOf(row)?.key ?? "") ?? []);
  const ruleIds = keys.flatMap((key) => ("ruleId" in key ? [key.ruleId] : []));
  const extraIds = keys.flatMap((key) => ("extraId" in key ? [key.extraId] : []));
  const [papers, bills, rules, extras, people] = await Promise.all([
    executor
      .select({ id: documents.id, name: documents.originalName, category: documents.category })
      .from(documents)
      .where(and(isOneOf(documents.id, idsOf(ofDocuments)), visibleDocuments(actor))),
    executor
      .select({ id: invoices.id, name: invoices.invoiceId })
      .from(invoices)
      .innerJoin(cases, eq(cases.id, invoices.caseId))
      .where(and(isOneOf(invoices.id, idsOf(ofInvoices)), visibleInvoices(actor))),
    executor
      .select({ id: documentRules.id, name: documentRules.label, category: documentRules.category })
      .from(documentRules)
      .where(isOneOf(documentRules.id, ruleIds)),
    executor
      .select({
        id: checklistDecisions.id,
        name: checklistDecisions.title,
        category: checklistDecisions.category,
      })
      .from(checklistDecisions)
      .where(isOneOf(checklistDecisions.id, extraIds)),
    executor
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(and(isOneOf(users.id, idsOf(["mail_undeliverable"])), sharesCase(actor))),
  ]);
  const paperOf = byId(papers);
  const billOf = byId(bills.map((bill) => ({ ...bill, category: null })));
  const ruleOf = byId(rules);
  const extraOf = byId(extras.map(({ name, ...extra }) => ({ ...extra, name: name ?? "" })));
  const personOf = byId(
    people.map(({ id, firstName, lastName }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      category: null,
    })),
  );
  return (row) => {
    const { id = 0, key = "" } = lastOf(row) ?? {};
    if (ofDocuments.includes(row.kind)) return paperOf(id);
    if (ofInvoices.includes(row.kind)) return billOf(id);
    if (row.kind === "mail_undeliverable") return personOf(id);
    if (!ofItems.includes(row.kind)) return undefined;
    const item = readItemKey(key);
    if (item === null) return undefined;
    return "extraId" in item ? extraOf(item.extraId) : ruleOf(item.ruleId);
  };
}

/** The same statement however many there are. */
function isOneOf(column: Column, ids: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...ids])}::integer[])`;
}

/** Whose name it is, is for admins and whoever has a case with him. */
function sharesCase(actor: SignedInActor): SQL | undefined {
  if (hasFullAccess(actor)) return undefined;
  return sql`exists (
    select from case_assignments his join case_assignments own on own.case_id = his.case_id
    where his.user_id = ${users.id} and own.user_id = ${actor.id})`;
}

/** The last of the days, where they are several. */
function latestOf(about: readonly ToldThing[]): string | null {
  return (
    about
      .flatMap(({ dueOn }) => dueOn ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}

function byId<Named extends Subject & { id: number }>(rows: readonly Named[]) {
  const known = new Map(rows.map((row) => [row.id, row]));
  return (id: number): Subject | undefined => known.get(id);
}

function lastOf({ data }: ListedNotification): ToldThing | undefined {
  return data.about.at(-1);
}

/** With the code that the case has today. */
function linkOf(
  actor: SignedInActor,
  row: ListedNotification,
  subject: Subject | undefined,
): string {
  if (row.case === null) return row.kind === "mail_undeliverable" ? "/users" : "/";
  const file = `/case/${encodeURIComponent(row.case.caseId)}`;
  if (ofInvoices.includes(row.kind)) {
    const isOutside = actor.role === "accountant" && !actor.isAdmin && !row.isAssigned;
    return isOutside ? "/accountant-invoices" : `${file}?tab=invoices`;
  }
  if (row.kind === "message") return `${file}?open=chat`;
  if (row.kind === "deadline_near") return `${file}/checklist?open=1`;
  const key = keyOf(row);
  if (key !== null) return `${file}/checklist#${key}`;
  const category = subject?.category;
  if (ofDocuments.includes(row.kind) && category != null)
    return `${file}?tab=${documentGroupOf(category)}`;
  return file;
}

/** Of documents that came in, only where all count for the same item. */
function keyOf({ kind, data: { about } }: ListedNotification): string | null {
  const key = about.at(-1)?.key ?? null;
  const isOne = kind !== "document_uploaded" || about.every((thing) => thing.key === key);
  return isOne ? key : null;
}
