/** Papers that staff ask for by hand. The row is the request itself. */
import { and, count, eq, isNotNull } from "drizzle-orm";
import type * as z from "zod/mini";
import {
  type AddExtraItemInput,
  type ChecklistItem,
  MOST_EXTRA_ITEMS,
  type UpdateExtraItemInput,
} from "contract/checklist";
import { itemKeyOf } from "contract/checklist-parts";
import { isAdminCategory } from "contract/document-categories";
import { hasFullAccess, type SignedInActor, userIdOf } from "#server/core/actor.ts";
import {
  badField,
  editConflict,
  forbidden,
  notFoundWith,
  wrongState,
} from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import type { Transaction } from "#server/database/connection.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import {
  type ChecklistDecisionRow,
  checklistDecisions,
} from "#server/database/tables/checklist-decisions.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import { changesBetween, record } from "#server/events/record.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { readItem } from "./checklist.service.ts";

type Addition = { caseId: number; input: z.output<typeof AddExtraItemInput> };
type Named = { caseId: number; extraId: number };
type Edit = Named & { changes: z.output<typeof UpdateExtraItemInput>; basedOn: number | null };

export async function add(
  actor: SignedInActor,
  { caseId, input }: Addition,
): Promise<ChecklistItem> {
  assertStaff(actor);
  if (isAdminCategory(input.category) && !hasFullAccess(actor))
    throw forbidden("Only admins may use this category");
  return inTransaction(async (tx) => {
    const [caseFile] = await Promise.all([lockCase(tx, actor, caseId), assertRoom(tx, caseId)]);
    const person = await nameOfPerson(tx, caseId, input.applicantId ?? null);
    if (person === undefined)
      throw badField("applicantId", "This applicant does not belong to the case");
    const [row] = await tx
      .insert(checklistDecisions)
      .values({
        caseId,
        title: input.title,
        category: input.category,
        applicantId: input.applicantId ?? null,
        instruction: input.instruction || null,
        dueOn: input.dueOn ?? null,
        decidedBy: userIdOf(actor),
      })
      .returning();
    if (!row) throw new Error("The inserted request was not returned");
    await recordExtra(tx, actor, { name: "checklist.extraAdded", caseFile, row, person });
    return readItem(tx, actor, { caseId, key: itemKeyOf({ extraId: row.id }) });
  });
}

export async function update(actor: SignedInActor, edit: Edit): Promise<ChecklistItem> {
  assertStaff(actor);
  const { caseId, extraId, basedOn } = edit;
  return inTransaction(async (tx) => {
    const caseFile = await lockCase(tx, actor, caseId);
    const before = await findRow(tx, actor, edit);
    const changes = { ...edit.changes };
    if (changes.instruction !== undefined) changes.instruction ||= null;
    const key = itemKeyOf({ extraId });
    if (Object.keys(changesBetween<Record<string, unknown>>(before, changes)).length === 0)
      return readItem(tx, actor, { caseId, key });
    if (basedOn !== null && basedOn !== before.revision) {
      const { title, instruction, dueOn } = before;
      throw editConflict({ title, instruction, dueOn });
    }
    const [row] = await tx
      .update(checklistDecisions)
      .set(changes)
      .where(eq(checklistDecisions.id, extraId))
      .returning();
    if (!row) throw itemNotFound();
    const person = (await nameOfPerson(tx, caseId, row.applicantId)) ?? null;
    await recordExtra(tx, actor, { name: "checklist.extraChanged", caseFile, row, person, before });
    return readItem(tx, actor, { caseId, key });
  });
}

/** What was uploaded to it is left to the rules. */
export async function remove(actor: SignedInActor, named: Named): Promise<void> {
  assertStaff(actor);
  await inTransaction(async (tx) => {
    const caseFile = await lockCase(tx, actor, named.caseId);
    const row = await findRow(tx, actor, named);
    await tx.delete(checklistDecisions).where(eq(checklistDecisions.id, row.id));
    const person = (await nameOfPerson(tx, named.caseId, row.applicantId)) ?? null;
    await recordExtra(tx, actor, { name: "checklist.extraRemoved", caseFile, row, person });
  });
}

/** The lock of the case is held: nobody else adds one meanwhile. */
async function assertRoom(tx: Transaction, caseId: number): Promise<void> {
  const [found] = await tx
    .select({ count: count() })
    .from(checklistDecisions)
    .where(and(eq(checklistDecisions.caseId, caseId), isNotNull(checklistDecisions.title)));
  if ((found?.count ?? 0) >= MOST_EXTRA_ITEMS)
    throw wrongState(`A case can have at most ${MOST_EXTRA_ITEMS} extra items`);
}

/** Null for the case as a whole and for a name still blank; undefined for somebody of another case. */
async function nameOfPerson(
  tx: Transaction,
  caseId: number,
  applicantId: number | null,
): Promise<string | null | undefined> {
  if (applicantId === null) return null;
  const [person] = await tx
    .select({ name: applicants.fullName })
    .from(applicants)
    .where(and(eq(applicants.id, applicantId), eq(applicants.caseId, caseId)));
  return person && (person.name || null);
}

async function findRow(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, extraId }: Named,
): Promise<ChecklistDecisionRow> {
  const [row] = await tx
    .select()
    .from(checklistDecisions)
    .where(
      and(
        eq(checklistDecisions.id, extraId),
        eq(checklistDecisions.caseId, caseId),
        isNotNull(checklistDecisions.title),
      ),
    );
  if (!row || (isHidden(row) && !hasFullAccess(actor))) throw itemNotFound();
  return row;
}

type Happened = {
  name: "checklist.extraAdded" | "checklist.extraChanged" | "checklist.extraRemoved";
  caseFile: DomainEvent["case"];
  row: ChecklistDecisionRow;
  person: string | null;
  before?: ChecklistDecisionRow;
};

const changeOf = {
  "checklist.extraAdded": "added",
  "checklist.extraChanged": "changed",
  "checklist.extraRemoved": "removed",
} as const;

async function recordExtra(
  tx: Transaction,
  actor: SignedInActor,
  { name, caseFile, row, person, before }: Happened,
): Promise<void> {
  await touchCase(tx, caseFile.id);
  const metadata = { extraId: row.id, title: row.title, person, change: changeOf[name] };
  await record(tx, actor, {
    name,
    case: caseFile,
    entries: [{ action: "update", metadata }],
    seenBy: isHidden(row) ? "admins" : undefined,
    data: { extraId: row.id, dueOn: row.dueOn, dueOnBefore: before?.dueOn ?? null },
  });
}

function isHidden({ category }: ChecklistDecisionRow): boolean {
  return category !== null && isAdminCategory(category);
}

function itemNotFound() {
  return notFoundWith("Item not found");
}
