/** Reads a page of somebody's notifications: the unread ones, then those that were read, each from an index of its own. */
import { and, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Notification } from "contract/notifications";
import { hasFullAccess, type SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import type { Executor } from "#server/database/connection.ts";
import { type NotificationRow, notifications } from "#server/database/tables/notifications.ts";
import { readCursor, writeCursor } from "#server/http/cursor.ts";
import { isOwn, ofVisibleCase } from "./notifications.policy.ts";

export type ListedNotification = Omit<NotificationRow, "userId"> & {
  case: Notification["case"];
  actor: Notification["actor"];
  isAssigned: boolean;
  unreadMessages: number;
};

type Page = { before?: string | undefined; limit: number };

export function cursorOf({ readAt, lastAt, id }: ListedNotification): string {
  return writeCursor([readAt === null ? 0 : 1, lastAt, id]);
}

/** One more than the page holds, where there is one. */
export async function selectPage(
  actor: SignedInActor,
  { before, limit }: Page,
): Promise<ListedNotification[]> {
  const place = before === undefined ? null : readPlace(before);
  const parts = [
    ...(place?.isRead ? [] : [partOf(actor, { isRead: false, place, limit })]),
    partOf(actor, { isRead: true, place, limit }),
  ];
  const from = sql`(${sql.join(parts, sql` union all `)})`;
  const order = sql`order by n.read_at is not null, n.last_at desc, n.id desc limit ${limit + 1}`;
  return select(runtime.database, actor, { from, order });
}

/** Of one's own, whatever was read of them. */
export function selectListed(
  executor: Executor,
  actor: SignedInActor,
  which: SQL,
): Promise<ListedNotification[]> {
  const from = sql`(select * from ${notifications} where ${isOwn(actor)} and ${which})`;
  return select(executor, actor, { from, order: sql`order by n.id` });
}

async function select(
  executor: Executor,
  actor: SignedInActor,
  { from, order }: { from: SQL; order: SQL },
): Promise<ListedNotification[]> {
  const isAssigned = hasFullAccess(actor)
    ? sql`true`
    : sql`exists (select from case_assignments x where x.case_id = n.case_id and x.user_id = ${actor.id})`;
  const { rows } = await executor.execute<Stored>(sql`
    select n.id, n.case_id as "caseId", n.kind, n.actor_id as "actorId", n.count, n.data,
      n.first_at as "firstAt", n.last_at as "lastAt", n.read_at as "readAt",
      n.mail, n.mailed_at as "mailedAt", n.mail_id as "mailId",
      c.case_id as "code", c.title, ${isAssigned} as "isAssigned",
      a.id as "personId", a.first_name as "firstName", a.last_name as "lastName",
      a.profile_image_url as "profileImageUrl",
      case when n.kind = 'message' then coalesce(m.unread, 0) else 0 end as "unreadMessages"
    from ${from} n
    left join cases c on c.id = n.case_id
    left join users a on a.id = n.actor_id
    left join unread_counts m on m.user_id = ${actor.id} and m.case_id = n.case_id
    ${order}`);
  return rows.map(listed);
}

type Place = { isRead: boolean; lastAt: string; id: number };

function partOf(
  actor: SignedInActor,
  { isRead, place, limit }: { isRead: boolean; place: Place | null; limit: number },
): SQL {
  const { lastAt, id, readAt } = notifications;
  const isBehind =
    place?.isRead === isRead
      ? sql`(${lastAt}, ${id}) < (${place.lastAt}::timestamptz, ${place.id}::integer)`
      : undefined;
  return sql`(
    select * from ${notifications}
    where ${and(isOwn(actor), isRead ? isNotNull(readAt) : isNull(readAt), ofVisibleCase(actor), isBehind)}
    order by ${lastAt} desc, ${id} desc limit ${limit + 1})`;
}

const Cursor = z.tuple([z.literal([0, 1]), z.iso.datetime(), z.int()]);

function readPlace(before: string): Place {
  const [isRead, lastAt, id] = readCursor(before, Cursor);
  return { isRead: isRead === 1, lastAt, id };
}

type Stored = Omit<NotificationRow, "userId"> & {
  code: string | null;
  title: string | null;
  personId: number | null;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  isAssigned: boolean;
  unreadMessages: number;
};

function listed(row: Stored): ListedNotification {
  const { code, title, personId, firstName, lastName, profileImageUrl, ...rest } = row;
  const { caseId, actorId } = rest;
  return {
    ...rest,
    firstAt: readInstant(row.firstAt),
    lastAt: readInstant(row.lastAt),
    readAt: row.readAt && readInstant(row.readAt),
    case:
      caseId === null || code === null ? null : { id: caseId, caseId: code, title: title ?? "" },
    actor:
      personId === null
        ? deletedOf(actorId)
        : { id: personId, firstName: firstName ?? "", lastName: lastName ?? "", profileImageUrl },
  };
}

/** Somebody who is gone is not the portal itself (D-187). */
function deletedOf(actorId: number | null): Notification["actor"] {
  if (actorId === null) return null;
  return { id: actorId, firstName: "Deleted", lastName: "user", profileImageUrl: null };
}
