/** The cases that a list finds, and what hangs on them: people, documents, times in each status. */
import { sql, type SQL } from "drizzle-orm";
import { statusLabel } from "contract/case-order";
import { type Program, programLabels } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";
import { countryOf } from "contract/countries";
import { dayIn } from "contract/days";
import {
  type DocumentCategory,
  documentCategoryLabel,
  documentGroupLabels,
  documentGroupOf,
} from "contract/document-categories";
import type { CasesExportQuery } from "contract/exports";
import { maskedEnding } from "contract/passports";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import { endingOfRow } from "#server/modules/applicants/passport-number.ts";
import { countFound, readFound } from "#server/modules/cases/found-cases.service.ts";
import { visibleDocuments } from "#server/modules/documents/documents.policy.ts";
import { nameOfPerson, reviewLabels, withCapital } from "./cells.ts";
import { casesWanted, hangingOn, idsOf, selectOf } from "./found-in-cases.ts";
import { column, listed, type Listed } from "./listed.ts";

type CaseLine = {
  id: number;
  caseId: string;
  title: string;
  program: Program;
  nationality: string;
  status: CaseStatus;
  statusSince: string;
  salutation: string | null;
  applicants: number;
  fiuFee: string;
  citizenshipFee: string;
  createdAt: string;
  description: string | null;
  submissionOn: string | null;
  advisers: string | null;
  clients: string | null;
  updatedAt: string;
  checklist: string | null;
};

export async function listCases(actor: SignedInActor, query: CasesExportQuery): Promise<Listed> {
  const wanted = await casesWanted(actor, query);
  return listed<CaseLine>(
    [
      column("Case ID", "text", (row) => row.caseId),
      column("Title", "text", (row) => row.title),
      column("Program", "text", (row) => programLabels[row.program]),
      column("Nationality", "text", (row) => row.nationality),
      column("Status", "text", (row) => statusLabel(row.status)),
      column("Status since", "day", (row) => bureauDay(row.statusSince)),
      column("Salutation", "text", (row) => row.salutation),
      column("Applicants", "number", (row) => row.applicants),
      column("FIU fee", "amount", (row) => Number(row.fiuFee)),
      column("Citizenship fee", "amount", (row) => Number(row.citizenshipFee)),
      column("Created on", "day", (row) => bureauDay(row.createdAt)),
      column("Description", "text", (row) => row.description),
      column("Handing in on", "day", (row) => row.submissionOn),
      column("Advisers", "text", (row) => row.advisers),
      column("Clients", "text", (row) => row.clients),
      column("Updated at", "moment", (row) => readInstant(row.updatedAt)),
      column("Checklist", "text", (row) => row.checklist),
    ],
    {
      count: () => countFound(actor, wanted),
      async *read() {
        for await (const rows of readFound(actor, wanted)) {
          const checklists = new Map(rows.map(({ id, readiness }) => [id, readiness]));
          const found = await selectOf<CaseLine>(idsOf(rows), selectCases);
          yield found.map((row) => {
            const readiness = checklists.get(row.id);
            return {
              ...row,
              checklist: readiness ? `${readiness.done} of ${readiness.total}` : null,
            };
          });
        }
      },
    },
  );
}

const emails = (which: SQL) => sql`(
  select string_agg(u.email, ', ' order by u.email) from case_assignments a
  join users u on u.id = a.user_id where a.case_id = c.id and ${which})`;

const selectCases = (wanted: SQL) => sql`
  select c.id, c.case_id as "caseId", c.title, c.citizenship_program as program, c.nationality, c.status,
    c.last_status_updated_at as "statusSince", c.gender as salutation,
    c.number_of_applicants as applicants, c.fiu_fee as "fiuFee", c.citizenship_fee as "citizenshipFee",
    c.created_at as "createdAt", c.description, c.submission_on::text as "submissionOn",
    ${emails(sql`u.role <> 'client'`)} as advisers, ${emails(sql`u.role = 'client'`)} as clients,
    c.updated_at as "updatedAt"
  from ${wanted} join cases c on c.id = w.id order by w.place`;

type PersonLine = {
  caseId: string;
  fullName: string;
  category: string;
  gender: string | null;
  dateOfBirth: string | null;
  nationality: string | null;
  maritalStatus: string | null;
  residences: string[] | null;
  passportExpiresOn: string | null;
  id: number;
  caseNumber: number;
  passportNumber: Buffer | null;
  caseKey: Buffer | null;
};

export async function listPeople(actor: SignedInActor, query: CasesExportQuery): Promise<Listed> {
  const wanted = await casesWanted(actor, query);
  return listed<PersonLine>(
    [
      column("Case ID", "text", (row) => row.caseId),
      column("Full name", "text", (row) => row.fullName),
      column("Category", "text", (row) => row.category),
      column("Gender", "text", (row) => withCapital(row.gender)),
      column("Date of birth", "day", (row) => row.dateOfBirth),
      column("Nationality", "text", (row) => row.nationality),
      column("Marital status", "text", (row) => withCapital(row.maritalStatus)),
      column("Countries lived in", "text", (row) =>
        row.residences === null
          ? null
          : row.residences.map((code) => countryOf(code) ?? code).join("; "),
      ),
      // The whole number is in the portal alone, for whoever asks for it.
      column("Passport number", "text", maskedNumber),
      column("Passport expires on", "day", (row) => row.passportExpiresOn),
    ],
    hangingOn<PersonLine>(actor, wanted, {
      table: sql`applicants`,
      select: (cases) => sql`
        select c.case_id as "caseId", p.full_name as "fullName", p.category, p.gender,
          p.date_of_birth::text as "dateOfBirth", p.nationality, p.marital_status as "maritalStatus",
          p.residences, p.passport_expires_on::text as "passportExpiresOn", p.id, p.case_id as "caseNumber",
          p.passport_number as "passportNumber", k.wrapped_key as "caseKey"
        from ${cases} join cases c on c.id = w.id join applicants p on p.case_id = w.id
          left join case_keys k on k.case_id = p.case_id
        order by w.place, p.position, p.id`,
    }),
  );
}

function maskedNumber({ id, caseNumber, passportNumber, caseKey }: PersonLine): string | null {
  const ending = endingOfRow({ id, caseId: caseNumber, passportNumber, caseKey });
  return ending === null ? null : maskedEnding(ending);
}

type DocumentLine = {
  caseId: string;
  title: string;
  name: string;
  category: DocumentCategory;
  person: string | null;
  state: keyof typeof reviewLabels;
  issuedOn: string | null;
  expiresOn: string | null;
  bytes: string;
  uploadedBy: string | null;
  uploadedAt: string;
};

export async function listDocuments(
  actor: SignedInActor,
  query: CasesExportQuery,
): Promise<Listed> {
  const wanted = await casesWanted(actor, query);
  const seen = sql`(
    select * from documents where is_current and ${visibleDocuments(actor) ?? sql`true`})`;
  return listed<DocumentLine>(
    [
      column("Case ID", "text", (row) => row.caseId),
      column("Case title", "text", (row) => row.title),
      column("File", "text", (row) => row.name),
      column("Category", "text", (row) => documentCategoryLabel(row.category)),
      column("Person", "text", (row) => row.person),
      column("Stage", "text", (row) => documentGroupLabels[documentGroupOf(row.category)]),
      column("State", "text", (row) => reviewLabels[row.state]),
      column("Issued on", "day", (row) => row.issuedOn),
      column("Expires on", "day", (row) => row.expiresOn),
      column("Bytes", "number", (row) => Number(row.bytes)),
      column("Uploaded by", "text", (row) => row.uploadedBy),
      column("Uploaded at", "moment", (row) => readInstant(row.uploadedAt)),
    ],
    hangingOn<DocumentLine>(actor, wanted, {
      table: seen,
      select: (cases) => sql`
        select c.case_id as "caseId", c.title, d.original_name as name, d.category,
          nullif(p.full_name, '') as person, d.review_state as state,
          d.issued_on::text as "issuedOn", d.expires_on::text as "expiresOn",
          d.file_size as bytes, ${nameOfPerson} as "uploadedBy",
          d.uploaded_at as "uploadedAt"
        from ${cases} join cases c on c.id = w.id
        join ${seen} d on d.case_id = w.id
        left join applicants p on p.id = d.assigned_to
        left join users u on u.id = d.uploaded_by
        order by w.place, d.uploaded_at, d.id`,
    }),
  );
}

type DurationLine = {
  caseId: string;
  title: string;
  program: Program;
  status: CaseStatus;
  from: string;
  until: string | null;
  days: number;
};

/** What has ended, and last of each case the status that it has. */
export async function listDurations(
  actor: SignedInActor,
  query: CasesExportQuery,
): Promise<Listed> {
  const wanted = await casesWanted(actor, query);
  const now = sql`${runtime.clock.now().toISOString()}::timestamptz`;
  const spent = sql`(
    select case_id, from_status as status, started_at, ended_at from case_status_history
    union all
    select id, status, last_status_updated_at, null from cases)`;
  return listed<DurationLine>(
    [
      column("Case ID", "text", (row) => row.caseId),
      column("Title", "text", (row) => row.title),
      column("Program", "text", (row) => programLabels[row.program]),
      column("Status", "text", (row) => statusLabel(row.status)),
      column("From", "moment", (row) => readInstant(row.from)),
      column("Until", "moment", (row) => (row.until === null ? null : readInstant(row.until))),
      column("Days", "number", (row) => row.days),
    ],
    hangingOn<DurationLine>(actor, wanted, {
      table: spent,
      select: (cases) => sql`
        select c.case_id as "caseId", c.title, c.citizenship_program as program, s.status,
          s.started_at as "from", s.ended_at as until,
          round((extract(epoch from coalesce(s.ended_at, ${now}) - s.started_at) / 86400)::numeric, 1)::float
            as days
        from ${cases} join cases c on c.id = w.id join ${spent} s on s.case_id = w.id
        order by w.place, s.ended_at nulls last, s.started_at`,
    }),
  );
}

function bureauDay(moment: string): string {
  return dayIn(runtime.config.bureauZone, new Date(readInstant(moment)));
}
