/** Who is told of what, judged when it is told: by then a message may be read, a person gone, a document deleted. */
import { and, eq, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { notificationsApi } from "contract/notifications";
import { toldNotifications } from "#server/core/service-meters.ts";
import type { Transaction } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import { announce } from "#server/events/announce.ts";
import type { Forgetting, Telling } from "#server/events/telling.ts";
import { isAmong } from "#server/modules/cases/people-of-case.ts";
import { kinds, type Part } from "./kinds.ts";
import { newsJob } from "./mail.jobs.ts";
import {
  holdNotifications,
  holdNotificationsOf,
  peopleToldOf,
  shrink,
  writeNotifications,
} from "./notification-rows.ts";

/** Of no case: null. */
export type News = Omit<Telling, "caseId"> & {
  caseId: number | null;
  actorId: number | null;
  /** When it happened, ISO 8601. */
  at: string;
};
export type Forgotten = { forget: Forgetting; caseId: number };

/** A notice of the database ends at 8,000 bytes. */
const MOST_IN_NOTICE = 500;

export async function tell(tx: Transaction, news: News): Promise<void> {
  const caseId = news.caseId ?? 0;
  const caseFile = await holdCase(tx, news);
  if (caseFile === null) return;
  const parts = await kinds[news.kind](tx, { ...news, caseId });
  if (parts.length === 0) return;
  const maybeTold = or(...parts.map(({ mayKnow }) => isTold(news, mayKnow)));
  const candidates = await holdNotificationsOf(tx, caseId, maybeTold);
  if (candidates.length === 0) return;
  // Asked again: whoever was waited for may have read, or be gone.
  const told = await Promise.all(
    parts.map(({ about, mayKnow }) =>
      writeNotifications(tx, {
        ...news,
        ...caseFile,
        about,
        to: sql`${isTold(news, mayKnow)} and ${inArray(users.id, candidates)}`,
      }),
    ),
  );
  const people = told.flat();
  for (const { userId, mailAt } of people) {
    if (mailAt !== null) await newsJob.enqueue(tx, { userId, caseId }, { startAfter: mailAt });
  }
  await announceTo(
    tx,
    people.map(({ userId }) => userId),
  );
  toldNotifications.add({ kind: news.kind }, people.length);
}

/** Before its records, as whoever deletes it takes them. Null: it is gone. */
async function holdCase(
  tx: Transaction,
  { caseId, kind }: News,
): Promise<{ status?: string } | null> {
  if (caseId === null) return {};
  const [caseFile] = await tx
    .select({ status: cases.status })
    .from(cases)
    .where(eq(cases.id, caseId))
    .for("key share");
  if (!caseFile) return null;
  // Moved twice at once, whoever is told first tells the last.
  return kind === "status_changed" ? caseFile : {};
}

/** Counts shrink, and what tells of nothing more goes, read or not. */
export async function forget(tx: Transaction, { caseId, forget: what }: Forgotten): Promise<void> {
  const people = await peopleToldOf(tx, caseId, what);
  if (people.length === 0) return;
  await holdNotifications(tx, caseId, people);
  await announceTo(tx, await shrink(tx, caseId, what));
}

/** Never who has done it, whoever is disabled, and who may not know of the thing itself. */
function isTold({ to, caseId, actorId }: News, mayKnow: Part["mayKnow"]): SQL {
  return (
    and(
      isNull(users.disabledAt),
      actorId === null ? undefined : ne(users.id, actorId),
      "userId" in to ? eq(users.id, to.userId) : isAmong(to, caseId ?? 0),
      mayKnow,
    ) ?? sql`false`
  );
}

async function announceTo(tx: Transaction, userIds: readonly number[]): Promise<void> {
  for (let first = 0; first < userIds.length; first += MOST_IN_NOTICE) {
    const audience = { userIds: userIds.slice(first, first + MOST_IN_NOTICE) };
    await announce(tx, { audience, keys: [`${notificationsApi.list.path}*`] });
  }
}
