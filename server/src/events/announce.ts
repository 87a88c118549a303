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
import type { CaseReading } from "./domain-event.ts";

export const LIVE_CHANNEL = "portal_live";

/** Who may learn that something changed; checked again for each receiver at the moment of delivery. */
export type Audience = { caseId: number } | { userId: number } | "admins" | "everyone";
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
  readings: readonly CaseReading[],
): Promise<void> {
  await announce(tx, {
    audience: { caseId: caseFile.id },
    keys: keysOfCase(caseFile, readings),
  });
}

export function keysOfCase(caseFile: NamedCase, readings: readonly CaseReading[]): string[] {
  return [...new Set(readings)].flatMap((reading) => keysOf(caseFile, reading));
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

function keysOf({ id, caseId }: NamedCase, reading: CaseReading): string[] {
  switch (reading) {
    case "list":
      return [casesApi.list.path];
    case "detail":
      return [pathOf(casesApi.get, { caseId })];
    case "applicants":
      return [pathOf(applicantsApi.list, { id }), pathOf(applicantsApi.listByCaseCode, { caseId })];
    case "comments":
      return [pathOf(commentsApi.list, { id }), pathOf(commentsApi.listByCaseCode, { caseId })];
    case "unreadCount":
      return [
        pathOf(commentsApi.getUnreadCount, { id }),
        pathOf(commentsApi.getUnreadCountByCaseCode, { caseId }),
      ];
    case "invoices":
      return [pathOf(invoicesApi.listOfCase, { caseId }), invoicesApi.list.path];
    case "agreements":
      return [pathOf(agreementsApi.list, { caseId })];
    case "receipts":
      return [pathOf(invoicesApi.listReceiptsOfCase, { id })];
    case "audit":
      return [pathOf(activityApi.list, { id }), pathOf(activityApi.listByCaseCode, { caseId })];
    case "notes":
      return [
        pathOf(activityApi.listNotes, { id }),
        pathOf(activityApi.listNotesByCaseCode, { caseId }),
      ];
  }
}
