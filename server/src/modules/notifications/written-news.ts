/** What mails say of notifications where names and texts may leave the portal (MAIL_CONTENT=full). */
import { and, asc, inArray, isNull } from "drizzle-orm";
import { actorName, notificationText } from "contract/notification-text";
import type { Notification } from "contract/notifications";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import { comments } from "#server/database/tables/comments.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { writtenCalendarDay } from "#server/mail/bureau-time.ts";
import type { ListLine } from "#server/mail/letter.ts";
import { describe } from "./descriptions.ts";
import { caselessLine } from "./news-lines.ts";
import type { ListedNotification } from "./notifications.queries.ts";

const MOST_MESSAGES = 10;
const MOST_CHARACTERS = 2000;

export function namesAllowed(): boolean {
  return runtime.config.mailContent === "full";
}

/** As the centre says it to this person, with the messages and the reasons of reviews below. */
export async function writtenNews(
  executor: Executor,
  actor: SignedInActor,
  told: readonly ListedNotification[],
): Promise<ListLine[]> {
  const [described, texts, reasons] = await Promise.all([
    describe(executor, actor, told),
    readMessages(executor, told),
    readReasons(executor, told),
  ]);
  return described.map((each, index) => {
    const row = told[index] as ListedNotification;
    const below = row.kind === "message" ? messagesOf(row, texts) : reasonsOf(row, reasons);
    const text = textFor(actor, each);
    return below.length === 0 ? text : { text, below };
  });
}

/** The same without what stands below. */
export async function namedNews(
  executor: Executor,
  actor: SignedInActor,
  told: readonly ListedNotification[],
): Promise<string[]> {
  return (await describe(executor, actor, told)).map((each) => textFor(actor, each));
}

/** Of addresses that fail, which belong to no case. */
export async function caselessLines(
  executor: Executor,
  actor: SignedInActor,
  told: readonly ListedNotification[],
): Promise<string[]> {
  if (told.length === 0) return [];
  return namesAllowed() ? namedNews(executor, actor, told) : [caselessLine(told)];
}

function textFor({ role, isAdmin }: SignedInActor, told: Notification): string {
  return notificationText(told, {
    isClient: role === "client" && !isAdmin,
    today: bureauToday(),
    writeDay: writtenCalendarDay,
  });
}

type Texts = ReadonlyMap<number, string>;

async function readMessages(
  executor: Executor,
  told: readonly ListedNotification[],
): Promise<Texts> {
  const ids = told.filter(({ kind }) => kind === "message").flatMap(idsOf);
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id: comments.id, message: comments.message })
    .from(comments)
    .where(inArray(comments.id, ids))
    .orderBy(asc(comments.id));
  return new Map(rows.map(({ id, message }) => [id, message]));
}

/** The newest, in the order in which they were written. */
function messagesOf(row: ListedNotification, texts: Texts): string[] {
  const inTime = idsOf(row).toSorted((one, other) => one - other);
  const written = inTime.flatMap((id) => texts.get(id) ?? []);
  return written.slice(-MOST_MESSAGES).map((text) => `${actorName(row)}:\n${cut(text)}`);
}

function cut(text: string): string {
  const characters = Array.from(text.trim());
  if (characters.length <= MOST_CHARACTERS) return characters.join("");
  return `${characters.slice(0, MOST_CHARACTERS - 1).join("")}…`;
}

/** What clients may read of reviews that ask for changes; never what the bureau noted for itself. */
async function readReasons(
  executor: Executor,
  told: readonly ListedNotification[],
): Promise<Texts> {
  const ids = told.flatMap(changedReviews);
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id: documentReviews.id, text: documentReviews.publicText })
    .from(documentReviews)
    .where(and(inArray(documentReviews.id, ids), isNull(documentReviews.undoneAt)));
  return new Map(rows.flatMap(({ id, text }) => (text ? [[id, text]] : [])));
}

function reasonsOf(row: ListedNotification, reasons: Texts): string[] {
  return changedReviews(row).flatMap((id) => reasons.get(id) ?? []);
}

function changedReviews({ kind, data }: ListedNotification): number[] {
  if (kind !== "document_reviewed") return [];
  return data.about.flatMap(({ review, isChange }) => (isChange && review ? [review] : []));
}

function idsOf({ data }: ListedNotification): number[] {
  return data.about.map(({ id }) => id);
}
