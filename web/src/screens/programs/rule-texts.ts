/** A rule in a few words, as the table shows it. Pure. */
import { caseStatusTexts } from "contract/case-status";
import type { Rule, RuleClause } from "contract/rules";
import { programMessages as texts } from "#web/messages/programs.ts";

/** 'MA, SP, DC 18+, DR'; '?' stands for a question, brackets for what nobody has to bring. */
export function neededOf({ clauses, scope }: Pick<Rule, "clauses" | "scope">): string {
  if (scope === "case") return texts.wholeCase;
  return [...new Set(clauses.map(clauseText))].join(", ");
}

function clauseText({ kind, need, minAge, maxAge }: RuleClause): string {
  const who = [texts.kinds[kind], agesText(minAge, maxAge)].filter(Boolean).join(" ");
  if (need === "optional") return `(${who})`;
  return need === "conditional" ? `${who}?` : who;
}

function agesText(from: number | undefined, to: number | undefined): string {
  if (to === undefined) return from === undefined ? "" : `${from}+`;
  return `${from ?? 0}–${to}`;
}

export function windowText({ validityBasis, validityDays }: Rule): string {
  if (validityBasis === "none" || validityDays === null) return texts.noWindow;
  return texts.window[validityBasis](validityDays);
}

export function statusText({ dueFrom }: Pick<Rule, "dueFrom">): string {
  return caseStatusTexts[dueFrom].short;
}
