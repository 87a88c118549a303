/** What the card of a reading shows of each value, and what can be done with it. Pure. */
import { countryOf } from "contract/countries";
import {
  type FieldComparison,
  usableFields,
  type UsableField,
  type VerdictChoice,
} from "contract/reading-parts";
import type { PassportReading, ProposedField } from "contract/readings";
import { formatPlainDate } from "#web/format/time.ts";
import { passportReadingTexts as texts } from "#web/messages/readings.ts";

export type ReadRow = ProposedField & { readonly name: UsableField };

/** In the order of the card; the personal number is nobody's business here. */
export function rowsOf({ fields }: PassportReading): ReadRow[] {
  return usableFields.flatMap((name) => {
    const field = fields.find((each) => each.name === name);
    return field === undefined ? [] : [{ ...field, name }];
  });
}

/** Nothing has to be looked at: it is what the portal knows. */
export function isSame({ compared, mark }: ReadRow): boolean {
  return compared === "same" && mark !== "doubtful";
}

/** What 'Use what matches' takes: never a value that differs from the portal's. */
export function matchingOf(reading: PassportReading): UsableField[] {
  if (reading.applicantId === null) return [];
  return rowsOf(reading)
    .filter((row) => row.verdict === "open" && row.value !== null && isMatching(row))
    .map(({ name }) => name);
}

const byEye: readonly UsableField[] = ["name", "sex", "nationality"];

function isMatching({ name, mark, compared }: ReadRow): boolean {
  if (mark === "doubtful") return false;
  if (byEye.includes(name)) return compared === "same" || compared === "order";
  return mark === "right" && (compared === "same" || compared === "empty");
}

/** The comparisons of a name after which somebody may want to write it anew. */
const otherName: readonly (FieldComparison | null)[] = [
  "different",
  "spelling",
  "shorter",
  "cut",
  "script",
];

export type RowAction = { readonly label: string; readonly choice: VerdictChoice };

/** The buttons of a row: 'Use' where nothing is lost, 'Replace' where something is. */
export function actionsOf({ name, value, mark, compared, verdict }: ReadRow): RowAction[] {
  if (verdict !== "open" || value === null || mark === "doubtful") return [];
  if (compared === null || compared === "same") return [];
  const use: RowAction = { label: texts.use, choice: "use" };
  if (name === "name")
    return otherName.includes(compared)
      ? [use, { label: texts.replace, choice: "replace" }]
      : [use];
  return compared === "empty" ? [use] : [{ label: texts.replace, choice: "use" }];
}

/** As people write it. */
export function shownValue(name: UsableField, value: string | null): string | null {
  if (value === null) return null;
  if (name === "dateOfBirth" || name === "passportExpiresOn") return formatPlainDate(value);
  if (name === "sex") return texts.sexes[value] ?? value;
  return name === "passportCountry" ? (countryOf(value) ?? value) : value;
}

/** The day that the desk may fill in: one that is proven. */
export function rightExpiryOf(reading: PassportReading | undefined): string | null {
  const field = reading?.fields.find(({ name }) => name === "passportExpiresOn");
  return field?.mark === "right" ? field.value : null;
}
