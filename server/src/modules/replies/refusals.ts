/** The answer to whoever's mail was not added: to the registered address of the person, never to the sender's. */
import { and, eq, gte, inArray, lt } from "drizzle-orm";
import { addDays, dayIn } from "contract/days";
import type { ReplyOutcome } from "contract/replies";
import { runtime } from "#server/core/runtime.ts";
import { startOfBureauDay } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { replies } from "#server/database/tables/replies.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { sendMail } from "#server/mail/outbox.ts";
import type { Arrived } from "./judge-head.ts";

const SENTENCES: Partial<Record<ReplyOutcome, string>> = {
  refused_sender:
    "An answer came from an address that is not yours. It was not added. If it was you, write in the portal or from this address.",
  refused_unproven:
    "Your mail provider did not confirm that the mail is from you. Please write in the portal.",
  refused_expired: "Mails can be answered for 60 days. Please write in the portal.",
  refused_role: "Your account needs a second factor. Please write in the portal.",
  refused_case: "You no longer take part in this case, so your answer was not added.",
  refused_rate: "Too many mails came in a short time. Please write in the portal.",
  refused_size: "Your mail is larger than 25 MB.",
  refused_empty: "There was no text of yours and no file in your answer.",
  failed: "Your answer could not be added. Please write in the portal.",
};
const ANSWERED = Object.keys(SENTENCES) as ReplyOutcome[];
const MOST_A_DAY = 5;

type Refused = { outcome: ReplyOutcome; user: UserRow; arrived: Arrived };

/** Written before the row of this mail. */
export async function answerRefusal(
  tx: Transaction,
  { outcome, user, arrived }: Refused,
): Promise<void> {
  const reason = SENTENCES[outcome];
  if (reason === undefined || (await countOfDay(tx, user.id, arrived.receivedAt)) >= MOST_A_DAY)
    return;
  await sendMail(tx, {
    template: "replyRefused",
    to: { email: user.email, name: `${user.firstName} ${user.lastName}`.trim() || null },
    data: { reason },
    headers: answerHeaders(arrived),
  });
}

/** A program that reads them does not answer, and a person's shows them below his mail. */
export function answerHeaders({ head }: Arrived): Record<string, string> {
  const isNamed = /^<[^<>\s]{1,900}>$/.test(head.messageId ?? "");
  return {
    "Auto-Submitted": "auto-replied",
    ...(isNamed && { "In-Reply-To": head.messageId ?? "" }),
  };
}

function countOfDay(tx: Transaction, userId: number, at: Date): Promise<number> {
  const day = dayIn(runtime.config.bureauZone, at);
  const [start, end] = [day, addDays(day, 1)].map((each) => startOfBureauDay(each).toISOString());
  return tx.$count(
    replies,
    and(
      eq(replies.userId, userId),
      inArray(replies.outcome, ANSWERED),
      gte(replies.receivedAt, start ?? ""),
      lt(replies.receivedAt, end ?? ""),
    ),
  );
}
