/** The birthday ahead that changes what is asked of somebody. */
import { BIRTHDAY_NOTICE_DAYS } from "contract/checklist";
import { addDays } from "contract/days";
import { isAdminCategory } from "contract/document-categories";
import type { Rule } from "contract/rules";
import { birthdayIn } from "./ages.ts";
import type { ApplicantFacts } from "./checklist-input.ts";
import { referenceDayOf } from "./validity.ts";

export type Turn = { age: number; on: string };
type Days = { submissionOn: string | null; today: string };

/** What the government issues, and what the day of handing in froze, announces nothing. */
export function turnOf(person: ApplicantFacts, rules: readonly Rule[], days: Days): Turn | null {
  if (person.dateOfBirth === null) return null;
  const turns = rules
    .filter((rule) => isAnnouncing(rule, person, days))
    .flatMap((rule) => turnsOfRule(rule, person, referenceDayOf(rule.judgedOn, days)));
  return turns.toSorted((one, other) => (one.on < other.on ? -1 : 1))[0] ?? null;
}

function isAnnouncing(rule: Rule, person: ApplicantFacts, { submissionOn }: Days): boolean {
  if (isAdminCategory(rule.category)) return false;
  if (rule.judgedOn === "submission" && submissionOn !== null) return false;
  return rule.scope === "applicant" || person.category === "Main Applicant";
}

function turnsOfRule(rule: Rule, person: ApplicantFacts, referenceDay: string): Turn[] {
  const { dateOfBirth, category } = person;
  if (dateOfBirth === null) return [];
  const bounds = new Set(
    rule.clauses
      .filter(({ kind }) => kind === category)
      .flatMap(({ minAge, maxAge }) => [minAge, maxAge === undefined ? undefined : maxAge + 1]),
  );
  const year = Number(referenceDay.slice(0, 4));
  const last = addDays(referenceDay, BIRTHDAY_NOTICE_DAYS);
  return [year, year + 1]
    .map((each) => ({
      age: each - Number(dateOfBirth.slice(0, 4)),
      on: birthdayIn(each, dateOfBirth),
    }))
    .filter(({ age, on }) => on > referenceDay && on <= last && age > 0 && bounds.has(age));
}
