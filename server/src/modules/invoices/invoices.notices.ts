/** Tells by mail that an invoice waits or was paid: in which case, never how much or for whom. Several become one mail. */
import { and, asc, eq, exists, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { clientInvoiceStatuses, type InvoiceStatus } from "contract/invoices";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases, type CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { sendMails } from "#server/mail/outbox.ts";

type News = { caseId: number; actorId: number; readers: "assignees" | "admins" };

/** Asked for with the change; whoever makes it waits for nobody's mail. */
const tellOfInvoice = defineJob<News>("invoices.tell", {}, (news) =>
  inTransaction(async (tx) => {
    const [caseFile] = await tx.select().from(cases).where(eq(cases.id, news.caseId));
    if (caseFile) await notice(tx, caseFile, news);
  }),
);

/** The people on the case, once an invoice stands in a status that they see (D-025). */
export async function notifyAssignees(
  tx: Transaction,
  actor: SignedInActor,
  { caseFile, status }: { caseFile: CaseRow; status: InvoiceStatus },
): Promise<void> {
  if (!clientInvoiceStatuses.some((visible) => visible === status)) return;
  const news = { caseId: caseFile.id, actorId: actor.id, readers: "assignees" } as const;
  await tellOfInvoice.enqueue(tx, news);
}

/** The bureau, when somebody proves a payment. */
export async function notifyAdmins(
  tx: Transaction,
  actor: SignedInActor,
  caseFile: CaseRow,
): Promise<void> {
  const news = { caseId: caseFile.id, actorId: actor.id, readers: "admins" } as const;
  await tellOfInvoice.enqueue(tx, news);
}

/** In the order of ids, so that two at once wait for each other instead of blocking. */
async function notice(tx: Transaction, caseFile: CaseRow, news: News): Promise<void> {
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile.caseId)}`;
  const { id, email, firstName, lastName } = users;
  const readers = news.readers === "admins" ? isAdmin : isAssigned(tx, caseFile.id);
  const found = await tx
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(and(isNull(users.disabledAt), ne(users.id, news.actorId), readers))
    .orderBy(asc(users.id));
  await sendMails(
    tx,
    found.map((reader) => ({
      template: "invoice",
      to: { email: reader.email, name: `${reader.firstName} ${reader.lastName}`.trim() || null },
      data: { count: 1, caseId: caseFile.caseId, url },
      groupKey: `invoices:${caseFile.id}:${reader.id}`,
    })),
  );
}

const isAdmin = or(eq(users.isAdmin, true), eq(users.role, "admin"));

function isAssigned(tx: Transaction, caseId: number): SQL {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(caseAssignments)
      .where(and(eq(caseAssignments.caseId, caseId), eq(caseAssignments.userId, users.id))),
  );
}
