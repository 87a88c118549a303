/**
 * Tells open screens what has become stale. PostgreSQL delivers the notice when the transaction commits, to every
 * portal process on this database; nothing is announced for a change that was rolled back.
 */
import type { LiveRow } from "contract/session";
import { notifyAll } from "#server/database/channel.ts";
import type { Executor } from "#server/database/connection.ts";
import { writeAtEnd } from "#server/database/transaction.ts";
import {
  type CaseQuery,
  caseQuery,
  type EventDefinition,
  type NamedCase,
  type Readers,
  withMadeOf,
} from "./definitions.ts";
import type { DomainEvent } from "./domain-event.ts";

export const LIVE_CHANNEL = "portal_live";

/** Who may learn that something changed; checked again for each receiver at the moment of delivery. */
export type Audience =
  | CaseAudience
  | { userId: number }
  | { userIds: readonly number[] }
  | "admins"
  | "everyone";
/** Admins, and who is assigned to the case. */
export type CaseAudience = {
  caseId: number;
  /** Accountants too: they read the money of every case without being assigned to it. */
  withAccountants?: true;
  /** What no client may read, or what has happened to a record that no client sees. */
  isHiddenFromClients?: true;
  /** Nor for accountants who are assigned: agents alone, beside the admins. */
  isForStaff?: true;
};
/** A key is the path of a query; one that ends with `*` stands for every path that starts so. */
export type Notice = { audience: Audience; keys: string[]; rows?: LiveRow[] };
/** Ends the open streams of a user whose rights have changed. */
export type Closing = { closeStreamsOf: number };

/** With more rows of a list in one transaction a page reads its windows anew instead. */
const MOST_NAMED_ROWS = 50;

export async function announce(tx: Executor, notice: Notice | Closing): Promise<void> {
  await writeAtEnd(tx, sendNotices, notice);
}

async function sendNotices(tx: Executor, notices: readonly (Notice | Closing)[]): Promise<void> {
  const lists = listsOfMany(
    notices.flatMap((notice) => ("rows" in notice ? (notice.rows ?? []) : [])),
  );
  const told = lists.length === 0 ? notices : withoutRowsOf(notices, lists);
  await notifyAll(
    tx,
    LIVE_CHANNEL,
    told.map((notice) => JSON.stringify(notice)),
  );
}

function listsOfMany(rows: readonly LiveRow[]): LiveRow["list"][] {
  return [...Map.groupBy(rows, ({ list }) => list)]
    .filter(
      ([, ofList]) => new Set(ofList.map((row) => "id" in row && row.id)).size > MOST_NAMED_ROWS,
    )
    .map(([list]) => list);
}

/** Anybody may hear that many rows have changed; which ones, only those learn who may read them. */
function withoutRowsOf(
  notices: readonly (Notice | Closing)[],
  lists: readonly LiveRow["list"][],
): (Notice | Closing)[] {
  const named = notices.map((notice) =>
    "rows" in notice
      ? { ...notice, rows: notice.rows?.filter(({ list }) => !lists.includes(list)) ?? [] }
      : notice,
  );
  const rows = lists.map((list) => ({ list, kind: "many" }) as const);
  return [...named, { audience: "everyone", keys: [], rows }];
}

export async function announceCase(
  tx: Executor,
  caseFile: NamedCase,
  readings: readonly CaseQuery[],
): Promise<void> {
  await announceSeen(tx, { case: caseFile, refreshes: readings });
}

/** Nobody hears of queries that he may not make, nor of what has happened to a record that he does not see. */
export async function announceSeen(
  tx: Executor,
  {
    case: caseFile,
    refreshes,
    seenBy,
    invoiceId,
    row,
  }: Pick<DomainEvent, "seenBy" | "invoiceId"> &
    Pick<EventDefinition, "refreshes" | "row"> & { case: NamedCase },
): Promise<void> {
  const readings = withMadeOf(refreshes).flatMap((name) => caseQuery(name)(caseFile));
  const audiences = Map.groupBy(readings, ({ readers }) =>
    JSON.stringify(audienceOf(caseFile.id, readers, seenBy)),
  );
  for (const [audience, named] of audiences) {
    const keys = named.flatMap((reading) => reading.keys);
    const rows = named.flatMap(({ list }) =>
      list === undefined ? [] : [rowOf(list, { caseId: caseFile.id, invoiceId, kind: row })],
    );
    const notice = { audience: JSON.parse(audience) as Audience, keys };
    await announce(tx, rows.length === 0 ? notice : { ...notice, rows });
  }
}

type Happened = {
  caseId: number;
  invoiceId: number | undefined;
  kind: EventDefinition["row"] | "moved";
};

/** What happens to a case may show on all of its invoices. */
function rowOf(list: LiveRow["list"], { caseId, invoiceId, kind = "moved" }: Happened): LiveRow {
  if (list === "cases") return { list, id: caseId, kind };
  return invoiceId === undefined ? { list, kind: "many" } : { list, id: invoiceId, kind };
}

export function keysOfCase(caseFile: NamedCase, readings: readonly CaseQuery[]): string[] {
  return readings.flatMap((name) => caseQuery(name)(caseFile).flatMap(({ keys }) => keys));
}

function audienceOf(caseId: number, readers: Readers, seenBy: DomainEvent["seenBy"]): Audience {
  if (readers === "admins" || seenBy === "admins") return "admins";
  const isHidden = seenBy === "staff" || readers === "invoicesScreen";
  return {
    caseId,
    ...(readers === "people" || readers === "staff" ? {} : { withAccountants: true }),
    ...(readers === "staff" ? { isForStaff: true } : {}),
    ...(isHidden ? { isHiddenFromClients: true } : {}),
  };
}
