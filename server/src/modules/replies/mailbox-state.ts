/** How the portal that listens gets on with the mailbox; kept in the database, because each portal asks. */
import { sql } from "drizzle-orm";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { mailboxStates } from "#server/database/tables/mailbox-states.ts";
import { announce } from "#server/events/announce.ts";
import { repliesKeys } from "./replies-keys.ts";

/** So long without an answer of the mailbox nobody is offered to reply by mail. */
const OFFERED_FOR = "24 hours";

export type MailboxState = typeof mailboxStates.$inferSelect;

export async function readMailboxState(executor: Executor): Promise<MailboxState> {
  const [state] = await executor.select().from(mailboxStates);
  if (!state) throw new Error("The row of the mailbox is missing");
  return state;
}

export async function wasReachedLately(executor: Executor): Promise<boolean> {
  const [state] = await executor
    .select({
      isReached: sql<boolean>`coalesce(${mailboxStates.reachedAt} > now() - ${OFFERED_FOR}::interval, false)`,
    })
    .from(mailboxStates);
  return state?.isReached ?? false;
}

/** It answers, now and since it was found. */
export async function noteReached(tx: Transaction): Promise<void> {
  const { connectedAt } = await readMailboxState(tx);
  await tx.update(mailboxStates).set({
    connectedAt: sql`coalesce(${mailboxStates.connectedAt}, now())`,
    reachedAt: sql`now()`,
    awayAt: null,
    reason: null,
  });
  if (connectedAt === null) await announce(tx, { audience: "admins", keys: repliesKeys });
}

/** Answers since when it is away, how long that is in seconds, and when the admins were told last. */
export async function noteAway(
  tx: Transaction,
  reason: string,
): Promise<{ since: string; seconds: number; toldOn: string | null }> {
  const [away] = await tx
    .update(mailboxStates)
    .set({
      connectedAt: null,
      awayAt: sql`coalesce(${mailboxStates.awayAt}, now())`,
      reason: reason.slice(0, 300),
    })
    .returning({
      since: mailboxStates.awayAt,
      seconds: sql<number>`extract(epoch from now() - ${mailboxStates.awayAt})::float8`,
      toldOn: mailboxStates.toldOn,
    });
  if (!away?.since) throw new Error("The row of the mailbox is missing");
  await announce(tx, { audience: "admins", keys: repliesKeys });
  return { ...away, since: away.since };
}

export async function noteTold(tx: Transaction, day: string): Promise<void> {
  await tx.update(mailboxStates).set({ toldOn: day });
}
