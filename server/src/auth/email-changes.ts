/** New addresses that wait until the link mailed to them is opened (D-131). Whoever calls holds the account. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { EMAIL_CHANGE_HOURS } from "contract/profile";
import { createToken, fingerprintOf } from "#server/core/secrets.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { emailChanges, type EmailChangeRow } from "#server/database/tables/email-changes.ts";

type Asking = Pick<EmailChangeRow, "userId" | "sessionId" | "newEmail">;
type Links = { confirmToken: string; cancelToken: string; expiresAt: string };

/** The one before can no longer be confirmed. */
export async function createEmailChange(tx: Transaction, asking: Asking): Promise<Links> {
  await closeEmailChanges(tx, asking.userId);
  const [confirmToken, cancelToken] = [createToken(), createToken()];
  const [row] = await tx
    .insert(emailChanges)
    .values({
      ...asking,
      confirmToken: fingerprintOf(confirmToken),
      cancelToken: fingerprintOf(cancelToken),
      expiresAt: sql`now() + ${`${EMAIL_CHANGE_HOURS} hours`}::interval`,
    })
    .returning({ expiresAt: emailChanges.expiresAt });
  if (!row) throw new Error("The change of the address was not stored");
  return { confirmToken, cancelToken, expiresAt: row.expiresAt };
}

export async function waitingEmailOf(executor: Executor, userId: number): Promise<string | null> {
  const [row] = await executor
    .select({ newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isOpen));
  return row?.newEmail ?? null;
}

/** Null when the link is unknown, used, cancelled or too old. */
export async function findEmailChange(
  executor: Executor,
  confirmToken: string,
): Promise<EmailChangeRow | null> {
  const [row] = await executor
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.confirmToken, fingerprintOf(confirmToken)), isOpen));
  return row ?? null;
}

/** Whose change the link in the notice cancels; it works until one of them is confirmed. */
export async function findOwnerOfCancelLink(
  executor: Executor,
  cancelToken: string,
): Promise<number | null> {
  const [row] = await executor
    .select({ userId: emailChanges.userId })
    .from(emailChanges)
    .where(and(eq(emailChanges.cancelToken, fingerprintOf(cancelToken)), isLiving));
  return row?.userId ?? null;
}

/** The session that asked goes on under another name. */
export async function followSession(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.update(emailChanges).set({ sessionId: to }).where(eq(emailChanges.sessionId, from));
}

/** Nothing waits any more. True when something did. */
export async function closeEmailChanges(tx: Transaction, userId: number): Promise<boolean> {
  const closed = await tx
    .update(emailChanges)
    .set({ closedAt: sql`now()` })
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.closedAt)))
    .returning({ id: emailChanges.id });
  return closed.length > 0;
}

/** Every link to confirm or cancel is dead. */
export async function forgetEmailChanges(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

const isLiving = sql`${emailChanges.expiresAt} > now()`;
const isOpen = and(isLiving, isNull(emailChanges.closedAt));
