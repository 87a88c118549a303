/** A document as it is answered: with what its case says of it, the last day that it counts and its earlier versions. */
import { and, asc, getTableColumns, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { dayIn } from "contract/days";
import { categoriesOf } from "contract/document-categories";
import type { CaseDocument } from "contract/documents";
import type { Rule } from "contract/rules";
import { type Actor, hasFullAccess } from "#server/core/actor.ts";
import { withVersion } from "#server/core/revision.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { applicants, type ApplicantRow } from "#server/database/tables/applicants.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import type { ChecklistInput, DocumentFacts } from "#server/modules/checklist/checklist-input.ts";
import { checklistOf, type DerivedChecklist } from "#server/modules/checklist/checklist-of.ts";

export type AnsweredRow = DocumentRow & { earlierCount: number };
/** What a rule looks at. */
export type JudgedRow = Omit<DocumentFacts, "publicText">;
/** What the answer of a document depends on besides the document. */
export type CaseFacts = {
  caseFile: CaseRow;
  people: readonly ApplicantRow[];
  /** Those in force in the case's program. */
  rules: readonly Rule[];
};

/** The columns of an `AnsweredRow`: a version that is hidden from this actor does not count. */
export function answeredColumns(actor: Actor) {
  return { ...getTableColumns(documents), earlierCount: earlierCount(actor) };
}

/** Columns are written with their table, which a select of one table would leave out. */
function earlierCount(actor: Actor): SQL<number> {
  const hidden = sql.param(hasFullAccess(actor) ? [] : categoriesOf("vanuatu"));
  return sql<number>`(
    with recursive earlier as (
      select d.id, d.replaces, d.category from documents d where d.id = documents.replaces
      union all
      select d.id, d.replaces, d.category from earlier e join documents d on d.id = e.replaces
    ) select count(*)::int from earlier e where e.category <> all(${hidden}::text[]))`;
}

/** Undefined when there is no such case. */
export async function factsOfCase(
  executor: Executor,
  caseId: number,
): Promise<CaseFacts | undefined> {
  return (await factsOfCases(executor, [caseId])).get(caseId);
}

/** One round trip, however many cases there are. */
export async function factsOfCases(
  executor: Executor,
  caseIds: readonly number[],
): Promise<Map<number, CaseFacts>> {
  const { files, people, rules } = factStatements(executor);
  const of = { caseIds: [...caseIds] };
  const [rows, everybody, inForce] = await Promise.all([
    files.execute(of),
    people.execute(of),
    rules.execute(of),
  ]);
  const peopleOf = Map.groupBy(everybody, ({ caseId }) => caseId);
  const rulesOf = Map.groupBy(inForce, ({ program }) => program);
  return new Map(
    rows.map((caseFile) => [
      caseFile.id,
      {
        caseFile,
        people: peopleOf.get(caseFile.id) ?? [],
        rules: (rulesOf.get(caseFile.citizenshipProgram) ?? []).map(withVersion),
      },
    ]),
  );
}

const named = sql.placeholder("caseIds");

const factStatements = prepared((executor) => ({
  files: executor.select().from(cases).where(isAmong(cases.id, named)).prepare(UNNAMED),
  people: executor
    .select()
    .from(applicants)
    .where(isAmong(applicants.caseId, named))
    .orderBy(asc(applicants.position), asc(applicants.id))
    .prepare(UNNAMED),
  rules: executor
    .select()
    .from(documentRules)
    .where(
      and(
        isNull(documentRules.retiredAt),
        sql`${documentRules.program} in (
          select c.citizenship_program from cases c where c.id = any(${named}::int[]))`,
      ),
    )
    .prepare(UNNAMED),
}));

/** The case is the rows'; null where none of them has a last day. */
export function answersOf(facts: CaseFacts | null, rows: readonly AnsweredRow[]): CaseDocument[] {
  const lastDays = facts ? lastDaysOf(facts, rows) : new Map<number, string | null>();
  return rows.map((row) => ({ ...withVersion(row), validUntil: lastDays.get(row.id) ?? null }));
}

export function answerOf(facts: CaseFacts, row: AnsweredRow): CaseDocument {
  return { ...withVersion(row), validUntil: lastDaysOf(facts, [row]).get(row.id) ?? null };
}

function lastDaysOf(
  facts: CaseFacts,
  rows: readonly AnsweredRow[],
): ReadonlyMap<number, string | null> {
  const dated = rows.filter(hasLastDay);
  if (dated.length === 0) return new Map();
  const counted = checklistWith(facts, dated).items.flatMap((item) => item.documents);
  return new Map(counted.map(({ id, validUntil }) => [id, validUntil]));
}

/** Only these have one; no rule has to be asked for the others. */
export function hasLastDay(row: DocumentRow): boolean {
  const isDated = row.issuedOn !== null || row.expiresOn !== null;
  return isDated && row.isApproved && !row.validityWaived && row.extraItemId === null;
}

type MoreFacts = Pick<ChecklistInput, "decisions"> &
  Pick<ChecklistInput["caseFile"], "lastPipelineStatus">;

/** As far as single documents depend on it: by which rules they are judged, not what else the case holds. */
export function checklistWith(
  facts: CaseFacts,
  rows: readonly JudgedRow[],
  more: MoreFacts = { decisions: [], lastPipelineStatus: null },
): DerivedChecklist {
  const { caseFile, people, rules } = facts;
  return checklistOf({
    caseFile: {
      ...caseFile,
      lastPipelineStatus: more.lastPipelineStatus,
      statusSince: dayIn(runtime.config.bureauZone, new Date(caseFile.lastStatusUpdatedAt)),
    },
    applicants: people,
    rules,
    documents: rows.map((row) => ({ ...row, publicText: null })),
    decisions: more.decisions,
    today: bureauToday(),
  });
}

export function isAmong(column: AnyPgColumn, ids: readonly number[] | Placeholder): SQL {
  const among = "length" in ids ? sql.param([...ids]) : ids;
  return sql`${column} = any(${among}::int[])`;
}
