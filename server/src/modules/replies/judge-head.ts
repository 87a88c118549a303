/**
 * What becomes of a mail, as far as its headers and its announced size tell: in the order of work/notifications.md 8.3,
 * the first that holds. Null: its body decides.
 */
import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { dayIn, startOfDay } from "contract/days";
import type { ReplyOutcome } from "contract/replies";
import type { MailboxConfig } from "#server/config/mailbox-settings.ts";
import { actorOf } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { keyedHash } from "#server/core/secrets.ts";
import { replies } from "#server/database/tables/replies.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";
import { findSeenCase } from "#server/modules/cases/cases.policy.ts";
import { isAutomatic } from "./automatic-signs.ts";
import type { MailHead } from "./mail-headers.ts";
import { findOwnAddress } from "./own-addresses.ts";
import { mayAnswerByMail } from "./replies.policy.ts";
import { isExpired, readBounceToken, readReplyToken } from "./reply-token.ts";
import { isSenderProven } from "./sender-proof.ts";

export type Arrived = {
  head: MailHead;
  /** In bytes, as the mail server says. */
  size: number;
  /** As the mail server says: the portal may have been away since. */
  receivedAt: Date;
};

export type Judgement = {
  outcome: ReplyOutcome | null;
  /** Whom the token names, who gets the answer. */
  user: UserRow | null;
  caseId: number | null;
  /** Of a report: the mail that has failed. */
  mailId: number | null;
};

export const MOST_BYTES = 25 * 1_048_576;
const BAD_TOKENS = { most: 20, seconds: 3600 };
const ACCEPTED = { most: 30, seconds: 3600 };
const nobody = { user: null, caseId: null, mailId: null };

export async function judgeHead(
  arrived: Arrived,
  mailbox: NonNullable<MailboxConfig>,
): Promise<Judgement> {
  const { head } = arrived;
  const own = findOwnAddress(head.recipients, mailbox);
  if (own?.kind === "bounce")
    return { ...nobody, outcome: "bounce", mailId: readBounceToken(own.token) };
  if (isAutomatic(head, ownDomain())) return { ...nobody, outcome: "ignored_automatic" };
  if (!own) return { ...nobody, outcome: "ignored_no_token" };
  const token = readReplyToken(own.token);
  if (token === null)
    return { ...nobody, outcome: (await isFlooding(arrived)) ? "ignored_flood" : "refused_token" };
  const [user] = await runtime.database.select().from(users).where(eq(users.id, token.userId));
  if (!user || user.disabledAt !== null) return { ...nobody, outcome: "refused_token" };
  const caseFile = await findSeenCase(runtime.database, actorOf(user), token.caseId);
  const named = { user, caseId: caseFile?.id ?? null, mailId: null };
  const refused = (outcome: ReplyOutcome) => ({ ...named, outcome });
  if (!isFrom(user, head)) return refused("refused_sender");
  if (!isProven(user, head, mailbox)) return refused("refused_unproven");
  if (isExpired(token, arrived.receivedAt)) return refused("refused_expired");
  if (!mayAnswerByMail(user)) return refused("refused_role");
  if (!caseFile) return refused("refused_case");
  if (await hasSentMany(user.id, arrived)) return refused("refused_rate");
  if (arrived.size > MOST_BYTES) return refused("refused_size");
  return { ...named, outcome: null };
}

export function senderHash({ from }: MailHead): string {
  return keyedHash("mail", `sender ${from.join(",").toLowerCase()}`);
}

function ownDomain(): string {
  return runtime.config.mail.from.address.split("@")[1] ?? "localhost";
}

function isFrom(user: UserRow, { from }: MailHead): boolean {
  return from.length === 1 && from[0]?.toLowerCase() === user.email.toLowerCase();
}

function isProven(
  { email }: UserRow,
  { authenticationResults }: MailHead,
  { authservId }: NonNullable<MailboxConfig>,
): boolean {
  return authservId === null || isSenderProven(authenticationResults, authservId, email);
}

/** From the 21st bad token in an hour on, until the day ends. */
async function isFlooding({ head, receivedAt }: Arrived): Promise<boolean> {
  const ofSender = eq(replies.senderHash, senderHash(head));
  const inLastHour = within(receivedAt, BAD_TOKENS.seconds);
  const zone = runtime.config.bureauZone;
  const today = startOfDay(dayIn(zone, receivedAt), zone).toISOString();
  const [bad] = await runtime.database
    .select({
      count: sql<number>`count(*) filter (where ${and(eq(replies.outcome, "refused_token"), isNull(replies.userId), inLastHour)})::int`,
      isStopped: sql<boolean>`coalesce(bool_or(${and(eq(replies.outcome, "ignored_flood"), gt(replies.receivedAt, today))}), false)`,
    })
    .from(replies)
    .where(ofSender);
  return (bad?.count ?? 0) >= BAD_TOKENS.most || (bad?.isStopped ?? false);
}

async function hasSentMany(userId: number, { receivedAt }: Arrived): Promise<boolean> {
  const accepted = await runtime.database.$count(
    replies,
    and(
      eq(replies.userId, userId),
      eq(replies.outcome, "posted"),
      within(receivedAt, ACCEPTED.seconds),
    ),
  );
  return accepted >= ACCEPTED.most;
}

function within(end: Date, seconds: number) {
  const start = new Date(end.getTime() - seconds * 1000).toISOString();
  return and(gt(replies.receivedAt, start), lte(replies.receivedAt, end.toISOString()));
}
