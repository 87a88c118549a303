/**
 * Tells open screens what has become stale. PostgreSQL delivers the notice when the transaction commits, to every
 * portal process on this database; nothing is announced for a change that was rolled back.
 */
import { activityApi } from "contract/activity";
import { agreementsApi } from "contract/agreements";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { pathOf } from "contract/endpoint";
import { invoicesApi } from "contract/invoices";
import { notify } from "#server/database/channel.ts";
import type { Executor } from "#server/database/connection.ts";
import type { CaseQuery, DomainEvent } from "./domain-event.ts";

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

type NamedCase = { id: number; caseId: string };

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
  }: Pick<DomainEvent, "refreshes" | "seenBy"> & { case: NamedCase },
): Promise<void> {
  const readings = [...new Set(refreshes)].flatMap((reading) => partsOf(caseFile, reading));
  const audiences = Map.groupBy(readings, ({ readers }) =>
    JSON.stringify(audienceOf(caseFile.id, readers, seenBy)),
  );
  for (const [audience, named] of audiences) {
    const keys = named.flatMap((reading) => reading.keys);
    await announce(tx, { audience: JSON.parse(audience) as Audience, keys });
  }
}

export function keysOfCase(caseFile: NamedCase, readings: readonly CaseQuery[]): string[] {
  return readings.flatMap((reading) => partsOf(caseFile, reading).flatMap(({ keys }) => keys));
}

/** Whose readings these are: the people of the case, whoever reads its money or has an invoices screen, admins alone. */
type Readers = "people" | "money" | "invoicesScreen" | "admins";

function audienceOf(caseId: number, readers: Readers, seenBy: DomainEvent["seenBy"]): Audience {
  if (readers === "admins" || seenBy === "admins") return "admins";
  const isHidden = seenBy === "staff" || readers === "invoicesScreen";
  return {
    caseId,
    ...(readers === "people" ? {} : { withAccountants: true }),
    ...(isHidden ? { isHiddenFromClients: true } : {}),
  };
}

/** Whatever is read about a case, by code and by number; not the lists it stands in. */
export function keysOfWholeCase({ id, caseId }: NamedCase): string[] {
  return [...keysOfCode(caseId), `${pathOf(casesApi.update, { id })}/*`];
}

/** Whatever is read under a case's code. */
export function keysOfCode(caseId: string): string[] {
  const path = pathOf(casesApi.get, { caseId });
  return [path, `${path}/*`];
}

type Part = { readers: Readers; keys: string[] };

function partsOf({ id, caseId }: NamedCase, reading: CaseQuery): Part[] {
  const forPeople = (...keys: string[]): Part[] => [{ readers: "people", keys }];
  switch (reading) {
    case "list":
      return forPeople(casesApi.list.path);
    case "detail":
      return forPeople(pathOf(casesApi.get, { caseId }));
    case "applicants":
      return forPeople(
        pathOf(applicantsApi.list, { id }),
        pathOf(applicantsApi.listByCaseCode, { caseId }),
      );
    case "comments":
      return forPeople(
        pathOf(commentsApi.list, { id }),
        pathOf(commentsApi.listByCaseCode, { caseId }),
      );
    case "unreadCount":
      return forPeople(
        pathOf(commentsApi.getUnreadCount, { id }),
        pathOf(commentsApi.getUnreadCountByCaseCode, { caseId }),
      );
    case "invoices":
      return [
        { readers: "money", keys: [pathOf(invoicesApi.listOfCase, { caseId })] },
        { readers: "invoicesScreen", keys: [invoicesApi.list.path] },
      ];
    case "agreements":
      return forPeople(pathOf(agreementsApi.list, { caseId }));
    case "receipts":
      return [{ readers: "money", keys: [pathOf(invoicesApi.listReceiptsOfCase, { id })] }];
    case "audit": {
      const keys = [
        pathOf(activityApi.list, { id }),
        pathOf(activityApi.listByCaseCode, { caseId }),
      ];
      return [{ readers: "admins", keys }];
    }
    case "notes": {
      const { listNotes, listNotesByCaseCode } = activityApi;
      const keys = [pathOf(listNotes, { id }), pathOf(listNotesByCaseCode, { caseId })];
      return [{ readers: "admins", keys }];
    }
  }
}
