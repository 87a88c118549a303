import { and, eq, isNull } from "drizzle-orm";
import type { Program } from "contract/case-parts";
import type { AskedCategory } from "contract/checklist-parts";
import { runtime } from "#server/core/runtime.ts";
import {
  type ChecklistDecisionRow,
  checklistDecisions,
} from "#server/database/tables/checklist-decisions.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";

type DecisionInput = Partial<typeof checklistDecisions.$inferInsert> & { caseId: number };

/** A paper asked for by hand, unless a rule is named. */
export async function buildDecision(input: DecisionInput): Promise<ChecklistDecisionRow> {
  const asked =
    input.ruleId === undefined ? { title: "Deed of the flat", category: "other" as const } : {};
  const [row] = await runtime.database
    .insert(checklistDecisions)
    .values({ ...asked, ...input })
    .returning();
  if (!row) throw new Error("The decision was not inserted");
  return row;
}

/** The number of one of the rules that every portal begins with. */
export async function ruleIdOf(category: AskedCategory, program: Program = "vanuatu") {
  const [rule] = await runtime.database
    .select({ id: documentRules.id })
    .from(documentRules)
    .where(
      and(
        eq(documentRules.category, category),
        eq(documentRules.program, program),
        isNull(documentRules.retiredAt),
      ),
    );
  if (!rule) throw new Error(`No rule asks for ${category}`);
  return rule.id;
}
