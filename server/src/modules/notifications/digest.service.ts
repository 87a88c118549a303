/** The mail of the day: what happened in all of somebody's cases until eight in the morning, where the bureau is. */
import { and, asc, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { bureauNow, startOfBureauHour } from "#server/database/bureau-clock.ts";
import type { Transaction } from "#server/database/connection.ts";
import { mailRecipients } from "#server/database/tables/mail-recipients.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { ListLine } from "#server/mail/letter.ts";
import { sendMails } from "#server/mail/outbox.ts";
import { caseMailTo } from "./case-mail.ts";
import { inOrder, summaryOf } from "./news-lines.ts";
import {
  chooseAnew,
  type MailReader,
  markMailed,
  readReader,
  removeUnseen,
} from "./news.service.ts";
import { holdNotifications } from "./notification-rows.ts";
import type { ListedNotification } from "./notifications.queries.ts";
import { caselessLines, namedNews, namesAllowed } from "./written-news.ts";

const FIRST_HOUR = 8;
const LAST_HOUR = 20;
const MOST_CASES = 20;

/** What goes at eight goes until eight in the evening, where the portal was not there. */
export async function sendDigests(): Promise<void> {
  const { day, hour, minute } = bureauNow();
  if (hour < FIRST_HOUR || hour * 60 + minute > LAST_HOUR * 60) return;
  const before = startOfBureauHour(day, FIRST_HOUR).toISOString();
  const people = await runtime.database
    .selectDistinct({ userId: notifications.userId })
    .from(notifications)
    .leftJoin(mailRecipients, eq(mailRecipients.userId, notifications.userId))
    .where(and(isOpenDaily(before), sql`${mailRecipients.digestOn} is distinct from ${day}::date`))
    .orderBy(asc(notifications.userId));
  for (const { userId } of people) await sendDigest(userId, { day, before });
}

type Morning = { day: string; before: string };

async function sendDigest(userId: number, { day, before }: Morning): Promise<void> {
  await inTransaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended('digest ' || ${userId}::integer, 0))`,
    );
    const reader = await readReader(tx, userId);
    if (reader === null || (await hasHad(tx, userId, day))) return;
    const open = and(eq(notifications.userId, userId), isOpenDaily(before));
    for (const caseId of await selectCases(tx, open)) await holdNotifications(tx, caseId, [userId]);
    await removeUnseen(tx, reader, open);
    const told = await chooseAnew(tx, reader, open);
    if (told.length === 0) return;
    await markMailed(tx, told, await write(tx, reader, told));
    await tx
      .insert(mailRecipients)
      .values({ userId, digestOn: day })
      .onConflictDoUpdate({ target: mailRecipients.userId, set: { digestOn: day } });
  });
}

function isOpenDaily(before: string): SQL | undefined {
  return and(
    eq(notifications.mail, "daily"),
    isNull(notifications.readAt),
    isNull(notifications.mailedAt),
    lt(notifications.lastAt, before),
  );
}

async function hasHad(tx: Transaction, userId: number, day: string): Promise<boolean> {
  const [row] = await tx
    .select({ digestOn: mailRecipients.digestOn })
    .from(mailRecipients)
    .where(eq(mailRecipients.userId, userId));
  return row?.digestOn === day;
}

/** 0: of no case. In the order in which whoever tells takes them. */
async function selectCases(tx: Transaction, which: SQL | undefined): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ caseId: sql<number>`coalesce(${notifications.caseId}, 0)` })
    .from(notifications)
    .where(which);
  return rows.map(({ caseId }) => caseId).toSorted((one, other) => one - other);
}

async function write(
  tx: Transaction,
  reader: MailReader,
  told: readonly ListedNotification[],
): Promise<number | undefined> {
  const ofCases = Map.groupBy(
    told.filter((row) => row.case !== null),
    ({ caseId }) => caseId ?? 0,
  );
  const newestFirst = [...ofCases].toSorted(([one], [other]) => other - one);
  const shown = newestFirst.slice(0, MOST_CASES).map(([, rows]) => rows);
  const more = ofCases.size - shown.length;
  const [{ frame, sending }, lines, caseless] = await Promise.all([
    caseMailTo(tx, reader.person, { caseId: null, scope: "n" }),
    Promise.all(shown.map((rows) => linesOf(tx, reader, rows))),
    caselessLines(
      tx,
      reader.actor,
      told.filter((row) => row.case === null),
    ),
  ]);
  const data = {
    cases: ofCases.size,
    lines: lines.flat(),
    remarks: [...(more === 0 ? [] : [andMore(more)]), ...caseless],
    url: `${runtime.config.appOrigin}/`,
    frame,
  };
  const [mail] = await sendMails(tx, [{ template: "digest", data, ...sending }]);
  return mail;
}

function andMore(cases: number): string {
  return `and ${cases} more ${cases === 1 ? "case" : "cases"}`;
}

async function linesOf(
  tx: Transaction,
  { actor }: MailReader,
  rows: readonly ListedNotification[],
): Promise<ListLine[]> {
  const { caseId: code, title } = rows[0]?.case ?? { caseId: "", title: "" };
  if (!namesAllowed()) return [`${code}: ${summaryOf(rows).join(", ")}`];
  return [{ heading: `${code}, ${title}` }, ...(await namedNews(tx, actor, inOrder(rows)))];
}
