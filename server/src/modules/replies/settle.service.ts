/** What becomes of a mail is written once: its change, the answer to whoever wrote it, and the row that remembers it. */
import type { ReplyOutcome } from "contract/replies";
import type { Transaction } from "#server/database/connection.ts";
import { replies } from "#server/database/tables/replies.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { type Arrived, type Judgement, senderHash } from "./judge-head.ts";
import { answerRefusal } from "./refusals.ts";
import { repliesKeys } from "./replies-keys.ts";

export type MailOutcome = ReplyOutcome | "duplicate";

const TOLD = new Map<ReplyOutcome, string>([
  ["refused_token", "token"],
  ["refused_sender", "sender"],
  ["refused_unproven", "unproven"],
]);

class KnownAlready extends Error {}

/** What a mail changes; answers the message that it has become. */
export type Change = (tx: Transaction) => Promise<number | null | void>;
type Settled = Judgement & { outcome: ReplyOutcome };

export async function settle(
  arrived: Arrived,
  settled: Settled,
  change: Change = async () => null,
): Promise<MailOutcome> {
  try {
    await inTransaction(async (tx) => {
      const commentId = (await change(tx)) ?? null;
      if (settled.user) await answerRefusal(tx, { ...settled, user: settled.user, arrived });
      await keepRow(tx, { ...settled, arrived, commentId });
      const reason = TOLD.get(settled.outcome);
      const userId = settled.user?.id ?? null;
      if (reason)
        await recordSecurityEvent(tx, { kind: "reply.refused", userId, metadata: { reason } });
      await announce(tx, { audience: "admins", keys: repliesKeys });
    });
    return settled.outcome;
  } catch (error) {
    if (error instanceof KnownAlready) return "duplicate";
    throw error;
  }
}

type Kept = Settled & { arrived: Arrived; commentId: number | null };

async function keepRow(tx: Transaction, { arrived, ...settled }: Kept): Promise<void> {
  const { head, size, receivedAt } = arrived;
  const kept = await tx
    .insert(replies)
    .values({
      messageHash: head.hash,
      outcome: settled.outcome,
      userId: settled.user?.id ?? null,
      caseId: settled.caseId,
      commentId: settled.commentId,
      sender: masked(head.from[0] ?? ""),
      senderHash: senderHash(head),
      size: Math.min(size, 2_147_483_647),
      receivedAt: receivedAt.toISOString(),
    })
    .onConflictDoNothing({ target: replies.messageHash })
    .returning({ id: replies.id });
  if (kept.length === 0) throw new KnownAlready();
}

/** 'n***@c***.example'. */
function masked(address: string): string {
  const [local = "", domain = ""] = address.split("@");
  const ending = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  return `${local.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`;
}
