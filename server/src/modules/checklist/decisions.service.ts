/** What staff say of an item: whether it is needed, and until when. */
import { and, eq } from "drizzle-orm";
import type * as z from "zod/mini";
import type { ChecklistItem, DecideItemInput } from "contract/checklist";
import { isAdminCategory } from "contract/document-categories";
import { type SignedInActor, userIdOf } from "#server/core/actor.ts";
import { badField, editConflict } from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import type { Transaction } from "#server/database/connection.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { lockCase, touchCase } from "#server/modules/cases/case-lock.ts";
import { checklistOf } from "./checklist-of.ts";
import { findItem, itemAnswer, readCase, readItem } from "./checklist.service.ts";

type Decision = {
  caseId: number;
  key: string;
  changes: z.output<typeof DecideItemInput>;
  basedOn: number | null;
};
type Said = Pick<typeof checklistDecisions.$inferSelect, "verdict" | "reason" | "dueOn">;

export async function decide(
  actor: SignedInActor,
  { caseId, key, changes, basedOn }: Decision,
): Promise<ChecklistItem> {
  assertStaff(actor);
  return inTransaction(async (tx) => {
    const [caseFile, reading] = await Promise.all([
      lockCase(tx, actor, caseId),
      readCase(tx, actor, caseId),
    ]);
    const item = findItem(actor, checklistOf(reading), (each) => each.key === key);
    if (basedOn !== null && basedOn !== (item.decision?.version ?? 0))
      throw editConflict(itemAnswer(actor, item, reading));
    const before = saidOf(item);
    const after = wantedOf(before, changes);
    const changed = changedFields(before, after);
    if (changed.length === 0) return itemAnswer(actor, item, reading);
    await write(tx, actor, { caseId, item, said: after });
    await touchCase(tx, caseId);
    const { verdict, dueOn } = after;
    const person = reading.applicants.find(({ id }) => id === item.applicantId)?.fullName || null;
    await record(tx, actor, {
      name: "checklist.decided",
      case: caseFile,
      entries: [
        {
          action: "update",
          metadata: { checklistKey: key, label: item.label, person, verdict, dueOn, changed },
        },
      ],
      seenBy: isAdminCategory(item.category) ? "admins" : undefined,
      data: { providedBy: item.providedBy, dueOnBefore: before.dueOn },
    });
    return readItem(tx, actor, { caseId, key });
  });
}

function saidOf({ decision, dueOn }: ChecklistItem): Said {
  return { verdict: decision?.verdict ?? null, reason: decision?.reason ?? null, dueOn };
}

/** A field left out stays. Only that something is not needed has a reason, and always one. */
function wantedOf(before: Said, changes: Decision["changes"]): Said {
  const verdict = changes.verdict === undefined ? before.verdict : changes.verdict;
  const dueOn = changes.dueOn === undefined ? before.dueOn : changes.dueOn;
  if (verdict !== "not_required") return { verdict, reason: null, dueOn };
  const reason = changes.reason === undefined ? before.reason : changes.reason;
  if (!reason) throw badField("reason", "Say why it is not needed");
  return { verdict, reason, dueOn };
}

function changedFields(before: Said, after: Said): ("verdict" | "dueOn")[] {
  const hasVerdict = before.verdict !== after.verdict || before.reason !== after.reason;
  return [
    ...(hasVerdict ? ["verdict" as const] : []),
    ...(before.dueOn === after.dueOn ? [] : ["dueOn" as const]),
  ];
}

type Writing = { caseId: number; item: ChecklistItem; said: Said };

/** The row of a rule's item is there while it says something; that of a paper asked for by hand is the request. */
async function write(
  tx: Transaction,
  actor: SignedInActor,
  { caseId, item, said }: Writing,
): Promise<void> {
  const { ruleId, applicantId, country, decision } = item;
  const decidedBy = userIdOf(actor);
  if (decision === null) {
    await tx
      .insert(checklistDecisions)
      .values({ caseId, ruleId, applicantId, country, ...said, decidedBy });
    return;
  }
  // The lock of the case is held, and no number of a decision comes twice.
  const isThis = and(
    eq(checklistDecisions.caseId, caseId),
    eq(checklistDecisions.revision, decision.version),
  );
  if (ruleId !== null && said.verdict === null && said.dueOn === null)
    await tx.delete(checklistDecisions).where(isThis);
  else
    await tx
      .update(checklistDecisions)
      .set(ruleId === null ? said : { ...said, decidedBy })
      .where(isThis);
}
