import { and, eq, isNull } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { documentRules, type DocumentRuleRow } from "#server/database/tables/document-rules.ts";

type RuleInput = Partial<typeof documentRules.$inferInsert>;

/** Every pair has a rule from the start; this one makes room for another. */
export async function retireRuleOf({
  program = "nauru",
  category = "other",
}: Pick<RuleInput, "program" | "category"> = {}): Promise<void> {
  const { retiredAt } = documentRules;
  await runtime.database
    .update(documentRules)
    .set({ retiredAt: "2026-01-01T00:00:00.000Z" })
    .where(
      and(
        eq(documentRules.program, program),
        eq(documentRules.category, category),
        isNull(retiredAt),
      ),
    );
}

/** Asks Nauru's main applicants for another paper unless said otherwise, in place of the rule there was. */
export async function buildRule(input: RuleInput = {}): Promise<DocumentRuleRow> {
  await retireRuleOf(input);
  const [row] = await runtime.database
    .insert(documentRules)
    .values({
      program: "nauru",
      category: "other",
      label: "Other Supporting Document",
      dueFrom: "onboarding",
      providedBy: "client",
      scope: "applicant",
      clauses: [{ kind: "Main Applicant", need: "required" }],
      ...input,
    })
    .returning();
  if (!row) throw new Error("The rule was not inserted");
  return row;
}
