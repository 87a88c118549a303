/** Lists that do not hang on a list of cases: invoices, users, reviews, what the automation was told. */
import { sql, type SQL } from "drizzle-orm";
import { programLabels } from "contract/case-parts";
import type { ReviewDecision } from "contract/checklist-parts";
import { addDays } from "contract/days";
import { type DocumentCategory, documentCategoryLabel } from "contract/document-categories";
import type { InvoicesExportQuery, UsersExportQuery } from "contract/exports";
import { isReviewReason, reviewReasons } from "contract/review-reasons";
import { roleLabels } from "contract/session";
import type { User } from "contract/users";
import type { SignedInActor } from "#server/core/actor.ts";
import { startOfBureauDay } from "#server/database/bureau-clock.ts";
import { readInstant } from "#server/database/columns.ts";
import { cases } from "#server/database/tables/cases.ts";
import { visibleCases } from "#server/modules/cases/cases.policy.ts";
import { numberOfCase } from "#server/modules/cases/found-cases.service.ts";
import { visibleDocuments } from "#server/modules/documents/documents.policy.ts";
import * as foundInvoices from "#server/modules/invoices/found-invoices.service.ts";
import { seesAdminFiles } from "#server/modules/invoices/invoices.policy.ts";
import * as userPages from "#server/modules/users/user-pages.service.ts";
import { nameOfPerson, reviewLabels } from "./cells.ts";
import { byNumber } from "./keyset-source.ts";
import { column, listed, type Listed } from "./listed.ts";

export async function listInvoices(
  actor: SignedInActor,
  { format: _format, caseId, ...list }: InvoicesExportQuery,
): Promise<Listed> {
  const only = caseId === undefined ? null : await numberOfCase(actor, caseId);
  const wanted = { ...list, only };
  const ofAdmins = [
    column<foundInvoices.FoundInvoice>("Admin files", "number", ({ row }) => row.adminFiles.length),
  ];
  return listed<foundInvoices.FoundInvoice>(
    [
      column("Invoice ID", "text", ({ row }) => row.invoiceId),
      column("Case ID", "text", ({ caseFile }) => caseFile.caseId),
      column("Case title", "text", ({ caseFile }) => caseFile.title),
      column("Program", "text", ({ caseFile }) => programLabels[caseFile.citizenshipProgram]),
      column("Applicants", "number", ({ row }) => row.numberOfApplicants),
      column("Stage", "text", ({ row }) => row.stage),
      column("Status", "text", ({ row }) => row.status),
      column("Date", "day", ({ row }) => row.date),
      column("Currency", "text", ({ row }) => row.currency),
      column("USD fee", "amount", ({ row }) => row.usdFee),
      column("Rate", "number", ({ row }) => Number(row.rate)),
      column("Total fee", "amount", ({ row }) => row.totalFee),
      column("Created at", "moment", ({ row }) => row.createdAt),
      ...(seesAdminFiles(actor) ? ofAdmins : []),
    ],
    {
      count: () => foundInvoices.countFound(actor, wanted),
      read: () => foundInvoices.readFound(actor, wanted),
    },
  );
}

const USERS_AT_ONCE = 1000;

export function listUsers(
  actor: SignedInActor,
  { format: _format, ...filters }: UsersExportQuery,
): Listed {
  return listed<User>(
    [
      column("First name", "text", (user) => user.firstName),
      column("Last name", "text", (user) => user.lastName),
      column("Email", "text", (user) => user.email),
      column("Role", "text", (user) => roleLabels[user.role]),
      column("Admin", "text", (user) => (user.isAdmin ? "Yes" : "No")),
      column("Created at", "moment", (user) => user.createdAt),
    ],
    {
      count: () => userPages.countFound(actor, filters),
      async *read() {
        for (let after: string | undefined; ;) {
          const limit = USERS_AT_ONCE;
          const { rows, next } = await userPages.page(actor, { ...filters, after, limit });
          yield rows;
          if (next === null) return;
          after = next;
        }
      },
    },
  );
}

type Days = { from?: string | undefined; to?: string | undefined };

/** Days of the bureau, both included. */
function within(moment: SQL, { from, to }: Days): SQL[] {
  const start = (day: string) => sql`${startOfBureauDay(day).toISOString()}::timestamptz`;
  return [
    ...(from === undefined ? [] : [sql`${moment} >= ${start(from)}`]),
    ...(to === undefined ? [] : [sql`${moment} < ${start(addDays(to, 1))}`]),
  ];
}

type ReviewLine = {
  id: number;
  caseId: string;
  name: string;
  category: DocumentCategory;
  person: string | null;
  decision: ReviewDecision;
  reasonCode: string | null;
  publicText: string | null;
  internalNote: string | null;
  by: string | null;
  at: string;
};

/** What stands: a review that was taken back is not among them. Newest first. */
export async function listReviews(
  actor: SignedInActor,
  { caseId, ...days }: Days & { caseId?: string | undefined },
): Promise<Listed> {
  const only = caseId === undefined ? null : await numberOfCase(actor, caseId);
  const tables = sql`document_reviews h join documents on documents.id = h.document_id
    join cases on cases.id = documents.case_id
    left join applicants p on p.id = documents.assigned_to left join users u on u.id = h.reviewed_by`;
  const conditions = [
    sql`h.undone_at is null`,
    visibleCases(actor) ?? sql`true`,
    visibleDocuments(actor) ?? sql`true`,
    ...within(sql`h.created_at`, days),
    ...(only === null ? [] : [sql`${cases.id} = ${only}`]),
  ];
  return listed<ReviewLine>(
    [
      column("Case ID", "text", (row) => row.caseId),
      column("File", "text", (row) => row.name),
      column("Category", "text", (row) => documentCategoryLabel(row.category)),
      column("Person", "text", (row) => row.person),
      column("Decision", "text", (row) => reviewLabels[row.decision]),
      column("Reason", "text", ({ reasonCode: code }) =>
        code !== null && isReviewReason(code) ? reviewReasons[code].label : code,
      ),
      column("Public text", "text", (row) => row.publicText),
      column("Internal note", "text", (row) => row.internalNote),
      column("By", "text", (row) => row.by),
      column("At", "moment", (row) => readInstant(row.at)),
    ],
    byNumber<ReviewLine>({
      columns: sql`h.id, cases.case_id as "caseId", documents.original_name as name, documents.category,
        nullif(p.full_name, '') as person, h.decision, h.reason_code as "reasonCode",
        h.public_text as "publicText", h.internal_note as "internalNote", ${nameOfPerson} as by,
        h.created_at as at`,
      tables,
      conditions,
      direction: "desc",
    }),
  );
}

type LogLine = {
  id: number;
  at: string;
  type: string;
  caseId: string | null;
  answer: number | null;
  attempts: number;
  milliseconds: number | null;
};

/** Newest first. */
export function listWebhookLogs(days: Days): Listed {
  return listed<LogLine>(
    [
      column("At", "moment", (row) => readInstant(row.at)),
      column("Type", "text", (row) => row.type),
      column("Case ID", "text", (row) => row.caseId),
      column("Answer", "number", (row) => row.answer),
      column("Attempts", "number", (row) => row.attempts),
      column("Milliseconds", "number", (row) => row.milliseconds),
    ],
    byNumber<LogLine>({
      columns: sql`h.id, h.created_at as at, h.type, c.case_id as "caseId", h.http_status as answer,
        h.attempt_count as attempts, h.response_time as milliseconds`,
      tables: sql`webhook_logs h left join cases c on c.id = h.case_id`,
      conditions: within(sql`h.created_at`, days),
      direction: "desc",
    }),
  );
}
