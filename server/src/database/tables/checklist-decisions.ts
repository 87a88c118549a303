import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { askedCategories, verdicts } from "contract/checklist-parts";
import { createdAt, identity, plainDate, updatedAt } from "#server/database/columns.ts";

/** What staff said of an item of a rule, or, with a title, a paper that they asked for by hand. */
export const checklistDecisions = pgTable("checklist_decisions", {
  id: identity(),
  caseId: integer().notNull(),
  ruleId: integer(),
  applicantId: integer(),
  /** ISO 3166-1 alpha-3. */
  country: text(),
  verdict: text({ enum: verdicts }),
  reason: text(),
  title: text(),
  category: text({ enum: askedCategories }),
  instruction: text(),
  dueOn: plainDate(),
  decidedBy: integer(),
  /** From one sequence: a decision made anew never has the number of the one before. */
  revision: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type ChecklistDecisionRow = typeof checklistDecisions.$inferSelect;
