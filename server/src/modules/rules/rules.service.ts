/** What each program asks of whom. An edit is in force with its answer: checklists are derived from the rules as they are. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Program, programLabels } from "contract/case-parts";
import type { AskedCategory } from "contract/checklist-parts";
import { documentCategoryLabel } from "contract/document-categories";
import { type Rule, type RuleChange, ruleMessages, rulesApi } from "contract/rules";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, notFoundWith, taken } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { violatedUniqueKey } from "#server/database/errors.ts";
import { documentRules, type DocumentRuleRow } from "#server/database/tables/document-rules.ts";
import { sampleDocuments } from "#server/database/tables/sample-documents.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { followRuleChange } from "#server/modules/checklist/rule-changes.service.ts";
import {
  changesBetweenFields,
  type FieldChanges,
  fieldsAfter,
  fieldsOfNew,
  type NewRule,
  type RuleChanges,
  type RuleFields,
} from "./rule-fields.ts";
import {
  assertNoRuleConflict,
  readHistory,
  recordRule,
  type RuleChangeKind,
} from "./rules.events.ts";
import { assertKeepsRules, assertReadsRules, visibleRules } from "./rules.policy.ts";

type Wanted = { program: Program | null; withRetired: boolean };
type Edit = { id: number; changes: RuleChanges; basedOn: number | null };

export async function list(actor: SignedInActor, wanted: Wanted): Promise<Rule[]> {
  assertReadsRules(actor);
  const { program, category, id, retiredAt } = documentRules;
  const rows = await runtime.database
    .select()
    .from(documentRules)
    .where(
      and(
        wanted.program === null ? undefined : eq(program, wanted.program),
        wanted.withRetired ? undefined : isNull(retiredAt),
        visibleRules(actor),
      ),
    )
    .orderBy(asc(program), sql`${category} collate "C"`, asc(id));
  return rows.map(withVersion);
}

export async function listChanges(actor: SignedInActor, id: number): Promise<RuleChange[]> {
  assertKeepsRules(actor);
  await findRule(runtime.database, id);
  return readHistory(id);
}

export async function create(actor: SignedInActor, input: NewRule): Promise<Rule> {
  assertKeepsRules(actor);
  const fields = fieldsOfNew(input);
  return writing(
    () => fields,
    async (tx) => {
      await assertSample(tx, fields);
      const [row] = await tx.insert(documentRules).values(fields).returning();
      return tell(tx, actor, {
        kind: "created",
        row,
        changes: changesBetweenFields(null, fields),
      });
    },
  );
}

/** One that changes nothing writes nothing. */
export async function update(actor: SignedInActor, edit: Edit): Promise<Rule> {
  assertKeepsRules(actor);
  return inTransaction(async (tx) => {
    const before = await lockRule(tx, edit.id);
    const fields = fieldsAfter(before, edit.changes);
    const changes = changesBetweenFields(before, fields);
    if (Object.keys(changes).length === 0) return withVersion(before);
    await assertNoRuleConflict(tx, { basedOn: edit.basedOn, row: before, changes });
    if ("sampleId" in changes) await assertSample(tx, fields);
    const [row] = await tx
      .update(documentRules)
      .set(fields)
      .where(eq(documentRules.id, edit.id))
      .returning();
    return tell(tx, actor, { kind: "changed", row, changes });
  });
}

export async function retire(actor: SignedInActor, id: number): Promise<Rule> {
  assertKeepsRules(actor);
  return inTransaction(async (tx) => {
    const before = await lockRule(tx, id);
    return before.retiredAt === null
      ? setRetired(tx, actor, { before, retiredAt: runtime.clock.now().toISOString() })
      : withVersion(before);
  });
}

export async function restore(actor: SignedInActor, id: number): Promise<Rule> {
  assertKeepsRules(actor);
  const itself = () => findRule(runtime.database, id);
  return writing(itself, async (tx) => {
    const before = await lockRule(tx, id);
    return before.retiredAt === null
      ? withVersion(before)
      : setRetired(tx, actor, { before, retiredAt: null });
  });
}

type Retiring = { before: DocumentRuleRow; retiredAt: string | null };

async function setRetired(
  tx: Transaction,
  actor: SignedInActor,
  { before, retiredAt }: Retiring,
): Promise<Rule> {
  const [row] = await tx
    .update(documentRules)
    .set({ retiredAt })
    .where(eq(documentRules.id, before.id))
    .returning();
  return tell(tx, actor, {
    kind: retiredAt === null ? "restored" : "retired",
    row,
    changes: { retiredAt: { from: before.retiredAt, to: retiredAt } },
  });
}

type Written = { kind: RuleChangeKind; row: DocumentRuleRow | undefined; changes: FieldChanges };

/** Every open checklist may have changed with it; the figures of the lists follow in a job. */
async function tell(
  tx: Transaction,
  actor: SignedInActor,
  { kind, row, changes }: Written,
): Promise<Rule> {
  if (!row) throw new Error("The written rule was not returned");
  await recordRule(tx, actor, { kind, row, changes });
  await followRuleChange(tx, row.program);
  await announce(tx, {
    audience: "everyone",
    keys: [`${rulesApi.list.path}*`, "/api/cases/*"],
  });
  return withVersion(row);
}

type Pair = { program: Program; category: AskedCategory };

/** What stands in the way of a second one for the same pair is the database. */
async function writing<Result>(
  pairOf: () => Pair | Promise<Pair>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(work);
  } catch (error) {
    if (violatedUniqueKey(error) === "document_rules_program_category_key")
      throw takenPair(await pairOf());
    throw error;
  }
}

export function takenPair({ program, category }: Pair) {
  const label = documentCategoryLabel(category);
  return taken(`There is already a rule for ${label} in ${programLabels[program]}`, "category");
}

export async function findRule(executor: Executor, id: number): Promise<DocumentRuleRow> {
  const [row] = await executor.select().from(documentRules).where(eq(documentRules.id, id));
  if (!row) throw notFoundWith("Rule not found");
  return row;
}

async function lockRule(tx: Transaction, id: number): Promise<DocumentRuleRow> {
  const [row] = await tx.select().from(documentRules).where(eq(documentRules.id, id)).for("update");
  if (!row) throw notFoundWith("Rule not found");
  return row;
}

/** Held until the rule names it. */
export async function assertSample(
  executor: Executor,
  { sampleId, program }: Pick<RuleFields, "sampleId" | "program">,
): Promise<void> {
  if (sampleId === null) return;
  const { id, program: ofProgram } = sampleDocuments;
  const [sample] = await executor
    .select({ id })
    .from(sampleDocuments)
    .where(and(eq(id, sampleId), eq(ofProgram, program)))
    .for("key share");
  if (!sample) throw badField("sampleId", ruleMessages.sample);
}
