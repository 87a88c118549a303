/** The tokens of reset links: one living link per person, good for one use (security.md 4.9). */
import { and, eq, sql } from "drizzle-orm";
import { RESET_LINK_HOURS } from "contract/session";
import { createToken, fingerprintOf } from "#server/core/secrets.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { passwordResetTokens } from "#server/database/tables/password-reset-tokens.ts";

/** Older links die. */
export async function createResetToken(
  tx: Transaction,
  userId: number,
): Promise<{ token: string; expiresAt: string }> {
  await forgetResetTokens(tx, userId);
  const token = createToken();
  const [row] = await tx
    .insert(passwordResetTokens)
    .values({
      userId,
      token: fingerprintOf(token),
      expiresAt: sql`now() + ${`${RESET_LINK_HOURS} hours`}::interval`,
    })
    .returning({ expiresAt: passwordResetTokens.expiresAt });
  if (!row) throw new Error("The reset token was not stored");
  return { token, expiresAt: row.expiresAt };
}

/** Whose link this is; null when it is unknown, used or too old. */
export async function findResetOwner(executor: Executor, token: string): Promise<number | null> {
  const [row] = await executor
    .select({ userId: passwordResetTokens.userId })
    .from(passwordResetTokens)
    .where(isLiving(token));
  return row?.userId ?? null;
}

/** Uses the link up; of two at the same moment only one gets true. */
export async function consumeResetToken(tx: Transaction, token: string): Promise<boolean> {
  const used = await tx
    .update(passwordResetTokens)
    .set({ isUsed: true, usedAt: sql`now()` })
    .where(isLiving(token))
    .returning({ id: passwordResetTokens.id });
  return used.length > 0;
}

export async function forgetResetTokens(tx: Transaction, userId: number): Promise<void> {
  await tx
    .delete(passwordResetTokens)
    .where(and(eq(passwordResetTokens.userId, userId), eq(passwordResetTokens.isUsed, false)));
}

function isLiving(token: string) {
  return and(
    eq(passwordResetTokens.token, fingerprintOf(token)),
    eq(passwordResetTokens.isUsed, false),
    sql`${passwordResetTokens.expiresAt} > now()`,
  );
}
