/** Bulk actions of this person: they are followed to their end also when the screen that began them is left. */
import { QueryObserver } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { type Bulk, bulkActionsApi, type BulkInput } from "contract/bulk-actions";
import { call, read } from "#web/api/client.ts";
import { queryClient } from "#web/api/query.ts";
import { refreshList } from "#web/api/row-changes.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { undoToast } from "#web/feedback/undo-toast.ts";
import { formatCount } from "#web/format/money.ts";
import { bulkMessages as texts } from "#web/messages/bulk.ts";
import { toast } from "#web/ui/toast-store.ts";
import { caseSelection } from "./case-selection.ts";

type BulkState = {
  /** Null while nothing is going on; counted once the server has said so. */
  readonly running: Pick<Bulk, "done" | "total"> | null;
  /** What the dialog 'Not done' tells. */
  readonly report: Bulk | null;
};

const NOTHING: BulkState = { running: null, report: null };
const listeners = new Set<() => void>();
let state = NOTHING;

function put(part: Partial<BulkState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

export function useBulkState(): BulkState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => state,
  );
}

export const closeReport = () => put({ report: null });

/** What it says when everything was done. */
type Saying = (count: number) => string;

export async function runBulk(input: BulkInput, saying: Saying): Promise<void> {
  put({ running: { done: 0, total: input.ids.length } });
  await carryOn(() => call(bulkActionsApi.start, { body: input }), {
    saying,
    failed: texts.failed,
  });
}

async function undoBulk({ id, total }: Bulk): Promise<void> {
  put({ running: { done: 0, total } });
  await carryOn(() => call(bulkActionsApi.undo, { params: { id } }), {
    saying: () => texts.undone,
    failed: texts.undoFailed,
  });
}

type Ending = { readonly saying: Saying; readonly failed: string };

async function carryOn(start: () => Promise<Bulk>, { saying, failed }: Ending): Promise<void> {
  try {
    const begun = await start();
    // It is under way: what was selected has been said.
    caseSelection.clear();
    tell(begun.state === "done" ? begun : await followed(begun), saying);
  } catch (error) {
    failureToast(texts.failedTitle, failed)(error);
  } finally {
    put({ running: null });
    refreshList("cases");
  }
}

/** Reads it anew whenever the live stream says so, until it is done. */
async function followed(begun: Bulk): Promise<Bulk> {
  const query = read(bulkActionsApi.get, { params: { id: begun.id } });
  const observer = new QueryObserver(queryClient, query);
  put({ running: begun });
  return new Promise((resolve, reject) => {
    const stop = observer.subscribe(({ data, error }) => {
      if (data !== undefined) put({ running: data });
      if (data?.state === "done") resolve(data);
      else if (error !== null) reject(error);
      else return;
      // The first answer may come before `subscribe` has returned.
      queueMicrotask(() => stop());
    });
  });
}

export function notDoneOf({ results }: Pick<Bulk, "results">): Bulk["results"] {
  return results.filter(({ outcome }) => outcome !== "done" && outcome !== "unchanged");
}

export function reportTitle(bulk: Bulk): string {
  const notDone = notDoneOf(bulk).length;
  return texts.report(formatCount(bulk.total - notDone), formatCount(notDone));
}

/** In a dialog where the list is, elsewhere as a toast. */
function tell(bulk: Bulk, saying: Saying): void {
  if (notDoneOf(bulk).length > 0) {
    if (listeners.size > 0) put({ report: bulk });
    else toast({ title: reportTitle(bulk), variant: "info" });
    return;
  }
  const title = saying(bulk.results.filter(({ outcome }) => outcome === "done").length);
  if (bulk.undoUntil === null) toast({ title });
  else undoToast(title, () => void undoBulk(bulk));
}
