/** The checklist of a case: derived at each reading from what is stored, never stored itself. */
import type { Checklist, ChecklistItem } from "contract/checklist";
import { isAdminCategory } from "contract/document-categories";
import { type Actor, hasFullAccess, isStaff } from "#server/core/actor.ts";
import { notFound, notFoundWith } from "#server/core/errors.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { type Audience, checklistFor, itemFor } from "./checklist-for.ts";
import { checklistOf, type DerivedChecklist } from "./checklist-of.ts";
import { type CaseReading, readCases } from "./checklist.queries.ts";
import { readinessOf } from "./readiness.ts";

export { type CaseReading, readCases } from "./checklist.queries.ts";
export { clientItems } from "./client-items.ts";

export async function get(actor: Actor, caseId: number): Promise<Checklist> {
  return answerFor(actor, await readTogether((executor) => readCase(executor, actor, caseId)));
}

/** Throws 404 for a case that this actor does not see. */
export async function readCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<CaseReading> {
  const [reading] = await readCases(executor, actor, [caseId]);
  if (!reading) throw notFound("case");
  return reading;
}

/** The actor has seen the case. */
export function answerFor(actor: Actor, reading: CaseReading): Checklist {
  const checklist = checklistOf(reading);
  const answer = checklistFor(
    checklist,
    readinessOf(checklist, reading.documents),
    audienceOf(actor),
  );
  return { ...answer, items: answer.items.map((item) => withSeenDocuments(actor, item, reading)) };
}

/** As this actor may know it; 404 for one that is not asked for, or not shown to him. */
export function findItem(
  actor: Actor,
  checklist: DerivedChecklist,
  isWanted: (item: ChecklistItem) => boolean,
): ChecklistItem {
  const item = checklist.items.find(isWanted);
  if (!item || (isAdminCategory(item.category) && !hasFullAccess(actor)))
    throw notFoundWith("Item not found");
  return item;
}

/** One item after a change. */
export async function readItem(
  executor: Executor,
  actor: Actor,
  { caseId, key }: { caseId: number; key: string },
): Promise<ChecklistItem> {
  const reading = await readCase(executor, actor, caseId);
  const item = findItem(actor, checklistOf(reading), (each) => each.key === key);
  return itemAnswer(actor, item, reading);
}

export function itemAnswer(actor: Actor, item: ChecklistItem, reading: CaseReading): ChecklistItem {
  return withSeenDocuments(actor, itemFor(item, audienceOf(actor)), reading);
}

/** A paper of the government may have been uploaded to an item that anybody sees. */
function withSeenDocuments(actor: Actor, item: ChecklistItem, reading: CaseReading): ChecklistItem {
  if (hasFullAccess(actor) || item.documents.length === 0) return item;
  const hidden = new Set(
    reading.documents.filter(({ category }) => isAdminCategory(category)).map(({ id }) => id),
  );
  return { ...item, documents: item.documents.filter(({ id }) => !hidden.has(id)) };
}

/** Whoever sees a case as an agent is assigned to it. */
function audienceOf(actor: Actor): Audience {
  return { isAdmin: hasFullAccess(actor), isStaff: isStaff(actor) };
}
