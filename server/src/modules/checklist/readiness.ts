/** The figures of a checklist, and what in it comes next. */
import { type Checklist, MOST_NEXT_THINGS } from "contract/checklist";
import type { ItemState } from "contract/checklist-parts";
import { isAdminCategory } from "contract/document-categories";
import { neededStates } from "contract/homes";
import type { CaseReadinessRow } from "#server/database/tables/case-readiness.ts";
import type { DocumentFacts } from "./checklist-input.ts";
import { type DerivedChecklist, isDone, isOpen } from "./checklist-of.ts";

export type ReadinessFigures = Omit<CaseReadinessRow, "caseId" | "derivedOn" | "updatedAt">;
type Item = Checklist["items"][number];

const clientStates: readonly ItemState[] = neededStates;
const staffStates: readonly ItemState[] = [
  "waiting",
  "undecided",
  "expired",
  "changes_requested",
  "missing",
];

/** Percent is 100 only when all is done, and none where nothing is asked. */
export function readinessOf(
  checklist: DerivedChecklist,
  documents: readonly DocumentFacts[],
): ReadinessFigures {
  const counted = checklist.items.filter((item) => item.counted);
  const total = counted.length;
  const done = counted.filter(isDone).length;
  const inState = (wanted: ItemState) => counted.filter(({ state }) => state === wanted).length;
  const ofClient = counted.filter(isForClient);
  const dueDays = counted.filter(isOpen).flatMap(({ dueOn }) => dueOn ?? []);
  return {
    total,
    done,
    percent: total === 0 ? null : Math.floor((100 * done) / total),
    missing: inState("missing"),
    waiting: inState("waiting"),
    changesRequested: inState("changes_requested"),
    expired: inState("expired"),
    expiring: inState("expiring"),
    undecided: inState("undecided"),
    ...filesToDo(checklist, documents),
    overdue: counted.filter(({ isOverdue }) => isOverdue).length,
    nextDueOn: earliest(dueDays),
    ...validityOf(counted),
    clientOpen: ofClient.length,
    clientOverdue: ofClient.filter(({ isOverdue }) => isOverdue).length,
  };
}

function filesToDo(checklist: DerivedChecklist, documents: readonly DocumentFacts[]) {
  const unassigned = new Set(
    checklist.others
      .filter(({ reason }) => reason === "unassigned")
      .map(({ documentId }) => documentId),
  );
  const files = documents.filter(
    ({ isCurrent, category }) => isCurrent && !isAdminCategory(category),
  );
  return {
    waitingFiles: files.filter(({ reviewState }) => reviewState === "waiting").length,
    unsortedFiles: files.filter(
      ({ id, category }) => category === "uncategorized" || unassigned.has(id),
    ).length,
  };
}

/** Of the accepted papers that end some day: the first of these days, and the worst that is true of one. */
function validityOf(counted: readonly Item[]) {
  const ending = counted
    .flatMap(({ documents }) => documents)
    .filter(({ validUntil }) => validUntil !== null);
  const states = new Set(ending.map(({ state }) => state));
  const ordinary = ending.length > 0 ? ("ok" as const) : null;
  const near = states.has("expiring") ? ("expiring" as const) : ordinary;
  return {
    worstValidity: states.has("expired") ? ("expired" as const) : near,
    earliestValidUntil: earliest(ending.flatMap(({ validUntil }) => validUntil ?? [])),
  };
}

function isForClient({ providedBy, state }: Item): boolean {
  return providedBy === "client" && clientStates.includes(state);
}

/** Keys of the first of them. */
export function nextThings(
  checklist: Pick<DerivedChecklist, "items">,
  reader: { isStaff: boolean },
): string[] {
  return openThings(checklist, reader)
    .slice(0, MOST_NEXT_THINGS)
    .map(({ key }) => key);
}

/** What is overdue first, earliest due first; then by state, then as the checklist goes. */
export function openThings(
  { items }: Pick<DerivedChecklist, "items">,
  { isStaff }: { isStaff: boolean },
): Item[] {
  const states = isStaff ? staffStates : clientStates;
  const open = items.filter(
    (item) => item.counted && (isStaff ? states.includes(item.state) : isForClient(item)),
  );
  const rank = ({ isOverdue, dueOn, state }: Item) =>
    isOverdue ? `0 ${dueOn}` : `1 ${states.indexOf(state)}`;
  return open
    .map((item) => ({ item, rank: rank(item), state: states.indexOf(item.state) }))
    .toSorted((one, other) => compare(one.rank, other.rank) || one.state - other.state)
    .map(({ item }) => item);
}

function earliest(days: readonly string[]): string | null {
  return days.toSorted()[0] ?? null;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
