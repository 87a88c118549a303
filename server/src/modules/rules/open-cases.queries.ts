/** The open cases of a program, as far as a few of its rules look at them: piece by piece, two statements each. */
import { sql, type SQL } from "drizzle-orm";
import { pipelineStatuses, type Rule } from "contract/rules";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type {
  ApplicantFacts,
  CaseFacts,
  ChecklistInput,
  DecisionFacts,
  DocumentFacts,
} from "#server/modules/checklist/checklist-input.ts";

const PIECE = 200;

export type OpenCase = { caseId: string; title: string; facts: ChecklistInput };
type Looking = { before: readonly Rule[]; after: readonly Rule[] };

const isOpen = (program: Rule["program"]) =>
  sql`c.citizenship_program = ${program} and c.status not in ('citizen', 'cancelled')`;

export async function countOpenCases(program: Rule["program"]): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(
    sql`select count(*)::integer as count from cases c where ${isOpen(program)}`,
  );
  return rows[0]?.count ?? 0;
}

export async function* readOpenCases(
  program: Rule["program"],
  { before, after }: Looking,
): AsyncGenerator<OpenCase[]> {
  const rules = [...before, ...after];
  const looked = {
    ruleIds: sql.param([...new Set(rules.map(({ id }) => id))]),
    categories: sql.param([...new Set(rules.map(({ category }) => category))]),
  };
  const today = bureauToday();
  for (let last = 0, isMore = true; isMore;) {
    const { rows: cases } = await runtime.database.execute<StoredCase>(
      selectCases(sql`${isOpen(program)} and c.id > ${last}`, looked.ruleIds),
    );
    const ids = sql.param(cases.map(({ id }) => id));
    const { rows: papers } = await runtime.database.execute<StoredDocument>(
      selectDocuments(ids, looked.categories),
    );
    const documents = Map.groupBy(papers, ({ caseNumber }) => caseNumber);
    yield cases.map(({ caseId, title, applicants, decisions, ...caseFile }) => ({
      caseId,
      title,
      facts: {
        rules: [],
        caseFile: { ...caseFile, statusSince: today },
        applicants: applicants ?? [],
        documents: documents.get(caseFile.id) ?? [],
        decisions: decisions ?? [],
        today,
      },
    }));
    isMore = cases.length === PIECE;
    last = cases.at(-1)?.id ?? last;
  }
}

type StoredCase = Omit<CaseFacts, "statusSince"> & {
  caseId: string;
  title: string;
  applicants: ApplicantFacts[] | null;
  decisions: DecisionFacts[] | null;
};
type StoredDocument = DocumentFacts & { caseNumber: number };

const nine = sql.raw(pipelineStatuses.map((status) => `'${status}'`).join(", "));

/** Of decisions only what states depend on; papers asked for by hand are no rule's. */
function selectCases(condition: SQL, ruleIds: unknown): SQL {
  return sql`
    select c.id, c.case_id as "caseId", c.title, c.status, c.nationality,
      c.citizenship_program as "citizenshipProgram", c.submission_on as "submissionOn",
      case when c.status = 'hold' then (
        select case when h.to_status in (${nine}) then h.to_status else h.from_status end
        from case_status_history h
        where h.case_id = c.id and (h.to_status in (${nine}) or h.from_status in (${nine}))
        order by h.ended_at desc, h.id desc limit 1) end as "lastPipelineStatus",
      (select json_agg(json_build_object('id', p.id, 'position', p.position, 'category', p.category,
          'gender', p.gender, 'dateOfBirth', p.date_of_birth, 'nationality', p.nationality,
          'maritalStatus', p.marital_status, 'residences', p.residences))
        from applicants p where p.case_id = c.id) as applicants,
      (select json_agg(json_build_object('id', d.id, 'ruleId', d.rule_id, 'applicantId', d.applicant_id,
          'country', d.country, 'verdict', d.verdict, 'dueOn', d.due_on))
        from checklist_decisions d
        where d.case_id = c.id and d.rule_id = any(${ruleIds}::integer[])) as decisions
    from cases c where ${condition} order by c.id limit ${PIECE}`;
}

function selectDocuments(caseIds: unknown, categories: unknown): SQL {
  return sql`
    select d.id, d.case_id as "caseNumber", d.category, d.assigned_to as "assignedTo",
      d.uploaded_at as "uploadedAt", d.review_state as "reviewState", d.issued_on as "issuedOn",
      d.expires_on as "expiresOn", d.country, d.validity_waived as "validityWaived",
      d.is_current as "isCurrent"
    from documents d
    where d.case_id = any(${caseIds}::integer[]) and d.is_current and d.extra_item_id is null
      and d.category = any(${categories}::text[])`;
}
