/** The bureau of demo-cases.json, with the further families, as if its day were today. */
import type { DemoBureau } from "./demo-bureau.ts";
import source from "./demo-cases.json" with { type: "json" };
import { demoChecklists } from "./demo-checklist.ts";
import { demoDossiers } from "./demo-dossiers.ts";
import { furtherCases } from "./further-cases.ts";

/** The day of which the data speaks. */
export const AS_OF = source.asOf;
const DAY_MS = 86_400_000;
const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:]+\+04:00$/;
/** People keep their birthdays. */
const fixedFields = new Set(["dateOfBirth", "asOf"]);

/** Everything happened as long before `today` as the data says it happened before its own day. */
export function readDemoBureau(today: string): DemoBureau {
  const days = Math.round((Date.parse(today) - Date.parse(AS_OF)) / DAY_MS);
  const further = furtherCases(AS_OF);
  const whole = {
    ...source,
    users: [...source.users, ...further.users],
    cases: [...source.cases, ...further.cases].map((demoCase) => ({
      ...demoCase,
      checklist:
        demoChecklists[demoCase.caseId] ??
        ("checklist" in demoCase ? demoCase.checklist : undefined),
      dossiers: demoDossiers[demoCase.caseId],
    })),
  };
  return move(whole, days) as DemoBureau;
}

function move(value: unknown, days: number): unknown {
  if (typeof value === "string") return moveText(value, days);
  if (Array.isArray(value)) return value.map((item) => move(item, days));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      fixedFields.has(field) ? inner : move(inner, days),
    ]),
  );
}

function moveText(text: string, days: number): string {
  if (!datePattern.test(text) && !momentPattern.test(text)) return text;
  const moved = new Date(Date.parse(text) + days * DAY_MS).toISOString();
  return datePattern.test(text) ? moved.slice(0, 10) : moved;
}
