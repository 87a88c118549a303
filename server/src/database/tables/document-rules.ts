import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { askedCategories, providers, validityBases } from "contract/checklist-parts";
import { judgedOn, pipelineStatuses, type RuleClause, ruleScopes } from "contract/rules";
import { createdAt, identity, instant, revision, updatedAt } from "#server/database/columns.ts";

/** What a program asks of whom; at most one that is not retired for each kind of paper. */
export const documentRules = pgTable("document_rules", {
  id: identity(),
  program: text({ enum: ["vanuatu", "nauru"] }).notNull(),
  category: text({ enum: askedCategories }).notNull(),
  /** What the program calls the paper. */
  label: text().notNull(),
  dueFrom: text({ enum: pipelineStatuses }).notNull(),
  providedBy: text({ enum: providers }).notNull(),
  scope: text({ enum: ruleScopes }).notNull(),
  clauses: jsonb().$type<RuleClause[]>().notNull(),
  quantityMin: integer().notNull().default(1),
  quantityMax: integer().notNull().default(1),
  /** One item for each country of residence. */
  perResidence: boolean().notNull().default(false),
  residenceMonths: integer(),
  /** The category that serves where somebody lives in the country of his citizenship. */
  coveredBy: text({ enum: askedCategories }),
  validityBasis: text({ enum: validityBases }).notNull().default("none"),
  validityDays: integer(),
  warnDays: integer().notNull().default(0),
  judgedOn: text({ enum: judgedOn }).notNull().default("submission"),
  form: text(),
  help: text(),
  note: text(),
  sampleId: integer(),
  retiredAt: instant(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type DocumentRuleRow = typeof documentRules.$inferSelect;
