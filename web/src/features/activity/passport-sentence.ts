import { changesSentence, quoted, textOf } from "./change-sentence.ts";

type Metadata = Record<string, unknown>;

const fieldNames: Record<string, string> = {
  fullName: "full name",
  passportName: "name in the passport",
  dateOfBirth: "date of birth",
  gender: "sex",
  nationality: "nationality",
  passportNumber: "passport number",
  passportCountry: "issuing country",
  passportExpiresOn: "expiry date",
  placeOfBirth: "place of birth",
};

/** Values taken over from a passport, taken back, or typed; no line holds a value. Null for what is about none. */
export function passportSentence(metadata: Metadata, document: string | null): string | null {
  const { source, fields } = metadata;
  if (!Array.isArray(fields) || fields.length === 0) return null;
  const person = textOf(metadata["name"]) || "an applicant";
  const named = fields.map((field) => fieldNames[textOf(field)] ?? textOf(field)).join(", ");
  const from = document === null ? "" : ` from ${quoted(document)}`;
  if (source === "reading") return `took ${named} of ${person}${from}`;
  if (source === "undo") return `took back ${named} of ${person}`;
  const isOfPerson = metadata["applicantId"] !== undefined && changesSentence(metadata) === null;
  return isOfPerson ? `changed the passport data of ${person}` : null;
}

/** ' although: expired, number twice'; empty without a warning. */
export function ignoredWarnings({ warningsIgnored }: Metadata): string {
  if (!Array.isArray(warningsIgnored) || warningsIgnored.length === 0) return "";
  return ` although: ${warningsIgnored.map((code) => textOf(code).replaceAll("_", " ")).join(", ")}`;
}
