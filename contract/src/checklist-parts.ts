/** Words that rules, items, documents and reviews share. */
import * as z from "zod/mini";
import { documentCategories } from "./document-categories.ts";
import { MAX_ID } from "./fields.ts";
import { roles } from "./session.ts";

export const itemStates = [
  "missing",
  "waiting",
  "changes_requested",
  "accepted",
  "expiring",
  "expired",
  "not_required",
  "undecided",
  "not_yet_due",
] as const;
export type ItemState = (typeof itemStates)[number];

export const reviewStates = ["waiting", "accepted", "changes_requested"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Of an accepted document whose last good day is near or past, besides its review state. */
export const documentStates = [...reviewStates, "expiring", "expired"] as const;
export type DocumentState = (typeof documentStates)[number];

export const reviewDecisions = ["accepted", "changes_requested", "reopened"] as const;
export type ReviewDecision = (typeof reviewDecisions)[number];

export const verdicts = ["not_required", "applies", "does_not_apply"] as const;
export type Verdict = (typeof verdicts)[number];

/** Why an item is in its state, where that needs telling. A fact that is missing is named by its field. */
export const missingFacts = ["dateOfBirth", "gender", "maritalStatus"] as const;
export type MissingFact = (typeof missingFacts)[number];
export const itemReasons = [
  "decided",
  "condition",
  "covered",
  "optional",
  ...missingFacts,
] as const;
export type ItemReason = (typeof itemReasons)[number];

export const itemNeeds = ["required", "conditional", "optional", "unknown"] as const;
export type ItemNeed = (typeof itemNeeds)[number];

export const providers = ["client", "bureau", "government"] as const;
export type Provider = (typeof providers)[number];

export const validityBases = ["none", "expiry-date", "issue-date", "period-end"] as const;
export type ValidityBasis = (typeof validityBases)[number];

export const maritalStatuses = ["single", "married", "divorced", "widowed"] as const;
export type MaritalStatus = (typeof maritalStatuses)[number];

/** Every kind of paper that can be asked for. */
export const askedCategories = documentCategories.filter(
  (category) => category !== "uncategorized",
) as [AskedCategory, ...AskedCategory[]];
export type AskedCategory = Exclude<(typeof documentCategories)[number], "uncategorized">;

/** Who did something; null: the account has been deleted. */
export const Person = z.nullable(
  z.object({ firstName: z.string(), lastName: z.string(), role: z.enum(roles) }),
);
export type Person = z.infer<typeof Person>;

/** `r{rule}.p{applicant}`, `r{rule}.case`, each with `.{country}` where the rule asks per country; `x{extra}`. */
const KEY =
  /^(?:r(?<rule>[1-9]\d{0,9})\.(?:case|p(?<applicant>[1-9]\d{0,9}))(?:\.(?<country>[A-Z]{3}))?|x(?<extra>[1-9]\d{0,9}))$/;

export type ItemKey =
  | { ruleId: number; applicantId: number | null; country: string | null }
  | { extraId: number };

export function itemKeyOf(key: ItemKey): string {
  if ("extraId" in key) return `x${key.extraId}`;
  const whose = key.applicantId === null ? "case" : `p${key.applicantId}`;
  return `r${key.ruleId}.${whose}${key.country === null ? "" : `.${key.country}`}`;
}

/** Null for what is no key. */
export function readItemKey(key: string): ItemKey | null {
  const groups = KEY.exec(key)?.groups;
  if (!groups) return null;
  const numbers = [groups.rule, groups.applicant, groups.extra].map(Number);
  if (numbers.some((number) => number > MAX_ID)) return null;
  if (groups.extra !== undefined) return { extraId: Number(groups.extra) };
  return {
    ruleId: Number(groups.rule),
    applicantId: groups.applicant === undefined ? null : Number(groups.applicant),
    country: groups.country ?? null,
  };
}
