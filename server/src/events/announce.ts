/**
 * Tells open screens what has become stale. PostgreSQL delivers the notice when the transaction commits, to every
 * portal process on this database; nothing is announced for a change that was rolled back.
 */
import { notify } from "#server/database/channel.ts";
import type { Executor } from "#server/database/connection.ts";
import { type CaseQuery, caseQuery, type NamedCase, type Readers } from "./definitions.ts";
import type { DomainEvent } from "./domain-event.ts";

export const LIVE_CHANNEL = "portal_live";

/** Who may learn that something changed; checked again for each receiver at the moment of delivery. */
export type Audience = CaseAudience | { userId: number } | "admins" | "everyone";
/** Admins, and who is assigned to the case. */
export type CaseAudience = {
  caseId: number;
  /** Accountants too: they read the money of every case without being assigned to it. */
  withAccountants?: true;
  /** What no client may read, or what has happened to a record that no client sees. */
  isHiddenFromClients?: true;
};
/** A key is the path of a reading; one that ends with `*` stands for every path that starts so. */
export type Notice = { audience: Audience; keys: string[] };
/** Ends the open streams of a user whose rights have changed. */
export type Closing = { closeStreamsOf: number };

export async function announce(tx: Executor, notice: Notice | Closing): Promise<void> {
  await notify(tx, LIVE_CHANNEL, JSON.stringify(notice));
}

export async function announceCase(
  tx: Executor,
  caseFile: NamedCase,
  readings: readonly CaseQuery[],
): Promise<void> {
  await announceSeen(tx, { case: caseFile, refreshes: readings });
}

/** Nobody hears of readings that are not his, nor of what has happened to a record that he does not see. */
export async function announceSeen(
  tx: Executor,
  {
    case: caseFile,
    refreshes,
    seenBy,
  }: Pick<DomainEvent, "seenBy"> & { case: NamedCase; refreshes: readonly CaseQuery[] },
): Promise<void> {
  const readings = [...new Set(refreshes)].flatMap((name) => caseQuery(name)(caseFile));
  const audiences = Map.groupBy(readings, ({ readers }) =>
    JSON.stringify(audienceOf(caseFile.id, readers, seenBy)),
  );
  for (const [audience, named] of audiences) {
    const keys = named.flatMap((reading) => reading.keys);
    await announce(tx, { audience: JSON.parse(audience) as Audience, keys });
  }
}

export function keysOfCase(caseFile: NamedCase, readings: readonly CaseQuery[]): string[] {
  return readings.flatMap((name) => caseQuery(name)(caseFile).flatMap(({ keys }) => keys));
}

function audienceOf(caseId: number, readers: Readers, seenBy: DomainEvent["seenBy"]): Audience {
  if (readers === "admins" || seenBy === "admins") return "admins";
  const isHidden = seenBy === "staff" || readers === "invoicesScreen";
  return {
    caseId,
    ...(readers === "people" ? {} : { withAccountants: true }),
    ...(isHidden ? { isHiddenFromClients: true } : {}),
  };
}
