/** What the checklists of cases are derived from: two statements, for one case or for many. */
import { sql, type SQL } from "drizzle-orm";
import { dayIn } from "contract/days";
import { pipelineStatuses, type Rule } from "contract/rules";
import { type Actor, hasFullAccess, userIdOf } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { readInstant } from "#server/database/columns.ts";
import type { Executor } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type {
  ApplicantFacts,
  CaseFacts,
  ChecklistInput,
  DecisionFacts,
  DocumentFacts,
} from "./checklist-input.ts";

type ReadApplicant = ApplicantFacts & { fullName: string };
/** Of one case; more of it than the derivation looks at. */
export type CaseReading = Omit<ChecklistInput, "applicants"> & {
  caseFile: CaseFacts & Pick<CaseRow, "caseId" | "title">;
  applicants: readonly ReadApplicant[];
};

/** Those of the named cases that this actor sees, in no particular order. */
export async function readCases(
  executor: Executor,
  actor: Actor,
  ids: readonly number[],
): Promise<CaseReading[]> {
  const wanted = sql`${sql.param([...ids])}::integer[]`;
  const [found, papers] = await Promise.all([
    executor.execute<StoredCase>(selectCases(actor, wanted)),
    executor.execute<StoredDocument>(selectDocuments(wanted)),
  ]);
  const rules = new Map(
    found.rows.flatMap((row) => (row.rules ? [[row.citizenshipProgram, row.rules]] : [])),
  );
  const documents = Map.groupBy(papers.rows, ({ caseId }) => caseId);
  const today = bureauToday();
  return found.rows.map(({ applicants, decisions, rules: _told, statusSince, ...caseFile }) => ({
    caseFile: {
      ...caseFile,
      statusSince: dayIn(runtime.config.bureauZone, new Date(readInstant(statusSince))),
    },
    applicants: applicants ?? [],
    decisions: (decisions ?? []).map((row) => ({ ...row, updatedAt: instantOf(row.updatedAt) })),
    documents: (documents.get(caseFile.id) ?? []).map((row) => ({
      ...row,
      uploadedAt: readInstant(row.uploadedAt),
    })),
    rules: rules.get(caseFile.citizenshipProgram) ?? [],
    today,
  }));
}

type StoredCase = CaseReading["caseFile"] & {
  applicants: ReadApplicant[] | null;
  decisions: DecisionFacts[] | null;
  /** Only with the first case of its program. */
  rules: Rule[] | null;
};
type StoredDocument = DocumentFacts & { caseId: number };

/** As JSON writes a moment. */
function instantOf(text: string): string {
  return new Date(text).toISOString();
}

const nine = sql.raw(pipelineStatuses.map((status) => `'${status}'`).join(", "));

function selectCases(actor: Actor, wanted: SQL): SQL {
  const isSeen = hasFullAccess(actor)
    ? sql`true`
    : sql`exists (select from case_assignments a where a.case_id = c.id and a.user_id = ${userIdOf(actor)})`;
  return sql`
    select c.id, c.case_id as "caseId", c.title, c.status, c.nationality,
      c.citizenship_program as "citizenshipProgram", c.submission_on as "submissionOn",
      c.last_status_updated_at as "statusSince",
      (select case when h.to_status in (${nine}) then h.to_status else h.from_status end
        from case_status_history h
        where h.case_id = c.id and (h.to_status in (${nine}) or h.from_status in (${nine}))
        order by h.ended_at desc, h.id desc limit 1) as "lastPipelineStatus",
      (select json_agg(json_build_object('id', p.id, 'position', p.position, 'fullName', p.full_name,
          'category', p.category, 'gender', p.gender, 'dateOfBirth', p.date_of_birth,
          'nationality', p.nationality, 'maritalStatus', p.marital_status, 'residences', p.residences)
          order by p.position, p.id)
        from applicants p where p.case_id = c.id) as applicants,
      (select json_agg(json_build_object('id', d.id, 'ruleId', d.rule_id, 'applicantId', d.applicant_id,
          'country', d.country, 'verdict', d.verdict, 'reason', d.reason, 'title', d.title,
          'category', d.category, 'instruction', d.instruction, 'dueOn', d.due_on,
          'revision', d.revision, 'updatedAt', d.updated_at, 'by', case when u.id is not null then
            json_build_object('firstName', coalesce(u.first_name, ''), 'lastName', coalesce(u.last_name, ''),
              'role', u.role) end) order by d.id)
        from checklist_decisions d left join users u on u.id = d.decided_by
        where d.case_id = c.id) as decisions,
      case when row_number() over (partition by c.citizenship_program order by c.id) = 1 then
        (select json_agg(json_build_object('id', r.id, 'program', r.program, 'category', r.category,
            'label', r.label, 'dueFrom', r.due_from, 'providedBy', r.provided_by, 'scope', r.scope,
            'clauses', r.clauses, 'quantityMin', r.quantity_min, 'quantityMax', r.quantity_max,
            'perResidence', r.per_residence, 'residenceMonths', r.residence_months,
            'coveredBy', r.covered_by, 'validityBasis', r.validity_basis, 'validityDays', r.validity_days,
            'warnDays', r.warn_days, 'judgedOn', r.judged_on, 'form', r.form, 'help', r.help,
            'note', r.note, 'sampleId', r.sample_id, 'retiredAt', null, 'version', r.revision,
            'createdAt', r.created_at, 'updatedAt', r.updated_at) order by r.id)
          from document_rules r where r.program = c.citizenship_program and r.retired_at is null)
      end as rules
    from cases c where c.id = any(${wanted}) and ${isSeen}`;
}

/** With the number of versions before each, and what the open request for changes says. */
function selectDocuments(wanted: SQL): SQL {
  return sql`
    with recursive earlier (later, id) as (
      select id, replaces from documents
      where case_id = any(${wanted}) and is_current and replaces is not null
      union all
      select e.later, d.replaces from earlier e join documents d on d.id = e.id where d.replaces is not null
    )
    select d.id, d.case_id as "caseId", d.category, d.assigned_to as "assignedTo",
      d.original_name as "originalName", d.mime_type as "mimeType", d.revision,
      d.uploaded_at as "uploadedAt", d.review_state as "reviewState", d.issued_on as "issuedOn",
      d.expires_on as "expiresOn", d.country, d.validity_waived as "validityWaived",
      d.extra_item_id as "extraItemId", d.is_current as "isCurrent",
      (select count(*)::integer from earlier e where e.later = d.id) as "earlierCount",
      case when d.review_state = 'changes_requested' then
        (select w.public_text from document_reviews w
          where w.document_id = d.id and w.decision = 'changes_requested' and w.undone_at is null
          order by w.id desc limit 1) end as "publicText"
    from documents d where d.case_id = any(${wanted}) and d.is_current
    order by d.uploaded_at, d.id`;
}
