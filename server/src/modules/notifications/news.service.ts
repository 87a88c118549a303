/**
 * The mail that tells somebody of everything new in a case, five minutes after the first of it. Everything is judged
 * when the time has come: what was read, who is still there, which mails he wants by now.
 */
import { and, eq, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import { actorOf, type SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { notificationTimers } from "#server/database/tables/notification-timers.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { type UserRow, users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { sendMails } from "#server/mail/outbox.ts";
import { caseMailTo } from "./case-mail.ts";
import { mailOf } from "./mail-choices.ts";
import { inOrder, summaryOf } from "./news-lines.ts";
import { holdNotifications } from "./notification-rows.ts";
import { ofVisibleCase } from "./notifications.policy.ts";
import { type ListedNotification, selectListed } from "./notifications.queries.ts";
import { caselessLines, namesAllowed, writtenNews } from "./written-news.ts";

/** 0: of no case. */
export type Pair = { userId: number; caseId: number };
export type MailReader = { person: UserRow; actor: SignedInActor };

/** A job may be a moment early. */
const EARLY_MS = 1000;
/** What is older than this is no news any more. */
const TOO_OLD = "48 hours";

/** Of two portals the one that takes the timer away writes the mail. */
export async function sendNews(pair: Pair): Promise<void> {
  await inTransaction(async (tx) => {
    await holdNotifications(tx, pair.caseId, [pair.userId]);
    const until = new Date(runtime.clock.now().getTime() + EARLY_MS).toISOString();
    const { userId, caseId, dueAt } = notificationTimers;
    const due = await tx
      .delete(notificationTimers)
      .where(and(eq(userId, pair.userId), eq(caseId, pair.caseId), lte(dueAt, until)))
      .returning({ userId });
    if (due.length > 0) await mailOpen(tx, pair);
  });
}

async function mailOpen(tx: Transaction, pair: Pair): Promise<void> {
  const reader = await readReader(tx, pair.userId);
  if (reader === null) return;
  const open = ofPair(pair);
  await removeUnseen(tx, reader, open);
  const told = await chooseAnew(tx, reader, open);
  if (!told.some(({ mail }) => mail === "soon")) return;
  const [mail] =
    pair.caseId === 0 ? await digestOf(tx, reader, told) : await newsTo(tx, reader, told);
  await markMailed(tx, told, mail);
}

export async function readReader(tx: Transaction, userId: number): Promise<MailReader | null> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId));
  return person ? { person, actor: actorOf(person) } : null;
}

function ofPair({ userId, caseId }: Pair): SQL | undefined {
  const isOfCase = caseId === 0 ? isNull(notifications.caseId) : eq(notifications.caseId, caseId);
  return and(eq(notifications.userId, userId), isOfCase);
}

/** Whoever has lost a case, or the role that showed him something, finds nothing of it. */
export async function removeUnseen(
  tx: Transaction,
  { actor }: MailReader,
  which: SQL | undefined,
): Promise<void> {
  const isSeen = ofVisibleCase(actor);
  if (isSeen) await tx.delete(notifications).where(and(which, sql`not ${isSeen}`));
}

/** What is still unread and in no mail, with what the person wants of it now. */
export async function chooseAnew(
  tx: Transaction,
  { actor }: MailReader,
  which: SQL | undefined,
): Promise<ListedNotification[]> {
  const now = sql`${runtime.clock.now().toISOString()}::timestamptz`;
  const mail = sql`case when ${notifications.lastAt} < ${now} - ${TOO_OLD}::interval then 'none'
    else ${mailOf(sql`${notifications.kind}`)} end`;
  const chosen = await tx
    .update(notifications)
    .set({ mail: mail as never })
    .from(users)
    .where(
      and(
        eq(users.id, notifications.userId),
        which,
        isNull(notifications.readAt),
        isNull(notifications.mailedAt),
        ne(notifications.mail, "none"),
      ),
    )
    .returning({ id: notifications.id, mail: notifications.mail });
  const ids = chosen.filter((row) => row.mail !== "none").map(({ id }) => id);
  return ids.length === 0 ? [] : selectListed(tx, actor, inArray(notifications.id, ids));
}

async function newsTo(
  tx: Transaction,
  reader: MailReader,
  told: readonly ListedNotification[],
): Promise<number[]> {
  const [{ case: caseFile } = { case: null }] = told;
  if (caseFile === null) return [];
  const about = { caseId: caseFile.id, scope: "n" } as const;
  const [{ frame, sending }, lines] = await Promise.all([
    caseMailTo(tx, reader.person, about),
    namesAllowed() ? writtenNews(tx, reader.actor, inOrder(told)) : summaryOf(told),
  ]);
  const url = `${runtime.config.appOrigin}/case/${encodeURIComponent(caseFile.caseId)}`;
  const { caseId: code, title } = caseFile;
  const data = { caseId: code, title: namesAllowed() ? title : null, lines, url, frame };
  return sendMails(tx, [{ template: "news", data, ...sending }]);
}

/** What belongs to no case goes as a digest of its line alone. */
async function digestOf(
  tx: Transaction,
  reader: MailReader,
  told: readonly ListedNotification[],
): Promise<number[]> {
  const [{ frame, sending }, remarks] = await Promise.all([
    caseMailTo(tx, reader.person, { caseId: null, scope: "n" }),
    caselessLines(tx, reader.actor, told),
  ]);
  const data = { cases: 0, lines: [], remarks, url: `${runtime.config.appOrigin}/`, frame };
  return sendMails(tx, [{ template: "digest", data, ...sending }]);
}

export async function markMailed(
  tx: Transaction,
  told: readonly ListedNotification[],
  mailId: number | undefined,
): Promise<void> {
  if (mailId === undefined) throw new Error("The mail was not written");
  const mailedAt = runtime.clock.now().toISOString();
  const ids = told.map(({ id }) => id);
  await tx.update(notifications).set({ mailedAt, mailId }).where(inArray(notifications.id, ids));
}
