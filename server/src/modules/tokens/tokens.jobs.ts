/** Tokens end by themselves: a week before, their owners are told, and in the end it is written down. */
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { TOKEN_WARNING_DAYS } from "contract/tokens";
import { recordToken } from "#server/auth/personal-tokens.ts";
import type { Transaction } from "#server/database/connection.ts";
import { tokens } from "#server/database/tables/tokens.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { sendMail } from "#server/mail/outbox.ts";

export async function expireTokens(): Promise<void> {
  await inTransaction(warn);
  await inTransaction(expire);
}

/** One made for a week or less has just been told of, with its day. */
async function warn(tx: Transaction): Promise<void> {
  const days = sql`make_interval(days => ${TOKEN_WARNING_DAYS})`;
  const due = await tx
    .update(tokens)
    .set({ warnedAt: sql`now()` })
    .from(users)
    .where(
      and(
        eq(users.id, tokens.userId),
        isNull(users.disabledAt),
        isNull(tokens.revokedAt),
        isNull(tokens.warnedAt),
        sql`now() between ${tokens.expiresAt} - ${days} and ${tokens.expiresAt}`,
        sql`${tokens.createdAt} < ${tokens.expiresAt} - ${days}`,
      ),
    )
    .returning({ name: tokens.name, expiresAt: tokens.expiresAt, email: users.email });
  for (const { email, ...data } of due)
    await sendMail(tx, { template: "tokenEnds", to: { email }, data });
}

/** From its last moment on it opens nothing; here that is written down, once. */
async function expire(tx: Transaction): Promise<void> {
  const ended = await tx
    .update(tokens)
    .set({ revokedAt: tokens.expiresAt })
    .where(and(isNull(tokens.revokedAt), lte(tokens.expiresAt, sql`now()`)))
    .returning();
  for (const token of ended) await recordToken(tx, "token.expired", token);
}

defineJob("tokens.expire", { schedule: "7 * * * *", retryLimit: 3 }, expireTokens);
