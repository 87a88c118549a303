/** What would go into a dossier, and how two of them differ. */
import * as z from "zod/mini";
import { itemStates } from "./checklist-parts.ts";
import { fileProblems } from "./dossier-parts.ts";

export const PlanEntry = z.object({
  documentId: z.number(),
  label: z.string(),
  person: z.nullable(z.string()),
  fileName: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  pages: z.nullable(z.number()),
  /** Put in by a tick: out of date, or asked for by hand. */
  isTicked: z.boolean(),
});
export type PlanEntry = z.infer<typeof PlanEntry>;

export const MissingPaper = z.object({
  key: z.string(),
  label: z.string(),
  person: z.nullable(z.string()),
  state: z.enum(itemStates),
  /** Accepted and only out of date: they can be put in. */
  documentIds: z.array(z.number()),
});
export type MissingPaper = z.infer<typeof MissingPaper>;

export const planProblems = [...fileProblems, "name"] as const;
export const PlanProblem = z.object({
  documentId: z.nullable(z.number()),
  fileName: z.string(),
  problem: z.enum(planProblems),
  text: z.string(),
});
export type PlanProblem = z.infer<typeof PlanProblem>;

export const DossierPlan = z.object({
  title: z.string(),
  addressee: z.string(),
  sections: z.array(z.object({ title: z.string(), entries: z.array(PlanEntry) })),
  missing: z.array(MissingPaper),
  /** How many papers of this kind the checklist asks for at a later status only. */
  later: z.number(),
  separate: z.array(PlanEntry),
  problems: z.array(PlanProblem),
  /** Accepted papers that are taken by a tick alone: those asked for by hand, and for an answer all of them. */
  extras: z.array(PlanEntry),
  pages: z.number(),
  bytes: z.number(),
  /** Some files have not been looked into yet. */
  checking: z.boolean(),
});
export type DossierPlan = z.infer<typeof DossierPlan>;

export const differences = ["new", "replaced", "gone", "same"] as const;
export type Difference = (typeof differences)[number];
const Pages = z.nullable(z.number());
export const DifferenceEntry = z.object({
  change: z.enum(differences),
  label: z.string(),
  person: z.nullable(z.string()),
  /** In the earlier one, in the later one. */
  pages: z.tuple([Pages, Pages]),
});
export type DifferenceEntry = z.infer<typeof DifferenceEntry>;
export const DossierDifference = z.object({
  from: z.number(),
  to: z.number(),
  entries: z.array(DifferenceEntry),
});
export type DossierDifference = z.infer<typeof DossierDifference>;
