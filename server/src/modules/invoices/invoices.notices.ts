/** Tells by mail that an invoice waits or was paid: in which case, never how much or for whom. Several become one mail. */
import { and, asc, eq, exists, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { clientInvoiceStatuses, type InvoiceStatus } from "contract/invoices";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { sendMail } from "#server/mail/outbox.ts";

type News = { caseFile: CaseRow; status: InvoiceStatus };

/** The people on the case, once an invoice stands in a status that they see (D-025). */
export async function notifyAssignees(
  tx: Transaction,
  actor: SignedInActor,
  { caseFile, status }: News,
): Promise<void> {
  if (!clientInvoiceStatuses.some((visible) => visible === status)) return;
  const isAssigned = exists(
    tx
      .select({ one: sql`1` })
      .from(caseAssignments)
      .where(and(eq(caseAssignments.caseId, caseFile.id), eq(caseAssignments.userId, users.id))),
  );
  await notice(tx, caseFile, and(ne(users.id, actor.id), isAssigned));
}

/** The bureau, when somebody proves a payment. */
export async function notifyAdmins(
  tx: Transaction,
  actor: SignedInActor,
  caseFile: CaseRow,
): Promise<void> {
  const isAdmin = or(eq(users.isAdmin, true), eq(users.role, "admin"));
  await notice(tx, caseFile, and(ne(users.id, actor.id), isAdmin));
}

/** In the order of ids, so that two at once wait for each other instead of blocking. */
async function notice(tx: Transaction, caseFile: CaseRow, readers: SQL | undefined): Promise<void> {
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile.caseId)}`;
  const { id, email, firstName, lastName } = users;
  const found = await tx
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(and(isNull(users.disabledAt), readers))
    .orderBy(asc(users.id));
  for (const reader of found) {
    await sendMail(tx, {
      template: "invoice",
      to: { email: reader.email, name: `${reader.firstName} ${reader.lastName}`.trim() || null },
      data: { count: 1, caseId: caseFile.caseId, url },
      groupKey: `invoices:${caseFile.id}:${reader.id}`,
    });
  }
}
