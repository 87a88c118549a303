/** What the portal keeps of a person's passport. The whole number leaves the server only when somebody asks for it. */
import * as z from "zod/mini";
import { CalendarDay, oneLine } from "./fields.ts";

export const MAX_PASSPORT_NAME = 80;
export const MAX_PLACE_OF_BIRTH = 100;
const EARLIEST_EXPIRY = "1950-01-01";
const FURTHEST_EXPIRY_YEARS = 50;
/** Shown of a number; shorter ones are not shown at all. */
const ENDING = 3;

export const passportMessages = {
  number: "Passport number must have 1 to 20 letters and digits",
  expiry: "Expiry date is out of range",
  name: `Passport name must be at most ${MAX_PASSPORT_NAME} characters`,
  placeOfBirth: `Place of birth must be at most ${MAX_PLACE_OF_BIRTH} characters`,
  country: "Unknown country",
  staffOnly: "Only staff can change passport data",
} as const;

/** Of every answer about a person. */
export const passportFacts = {
  /** As in the lines: 'SARROUF, NADIM'. */
  passportName: z.nullable(z.string()),
  /** The last three characters of the number; '•' when it has no more. */
  passportEnding: z.nullable(z.string()),
  /** As in the lines: an ISO code, or one that only passports have. */
  passportCountry: z.nullable(z.string()),
  passportExpiresOn: z.nullable(z.string()),
  placeOfBirth: z.nullable(z.string()),
  /** The document that it was taken from; null for what was typed. */
  passportDocumentId: z.nullable(z.number()),
};

/** Null empties a field, left out means unchanged. */
export const passportInput = {
  passportName: z.optional(z.nullable(text(MAX_PASSPORT_NAME, passportMessages.name))),
  passportNumber: z.optional(
    z.nullable(
      z.string(passportMessages.number).check(
        z.overwrite<string>(writtenNumber),
        z.refine((number) => /^[A-Z0-9]{1,20}$/.test(number), passportMessages.number),
      ),
    ),
  ),
  passportCountry: z.optional(
    z.nullable(
      z
        .string(passportMessages.country)
        .check(z.refine((code) => /^[A-Z]{1,3}$/.test(code), passportMessages.country)),
    ),
  ),
  passportExpiresOn: z.optional(
    z.nullable(
      CalendarDay.check(
        z.refine(
          (day) => day >= EARLIEST_EXPIRY && day <= furthestExpiry(),
          passportMessages.expiry,
        ),
      ),
    ),
  ),
  placeOfBirth: z.optional(z.nullable(text(MAX_PLACE_OF_BIRTH, passportMessages.placeOfBirth))),
};

/** 'lr 0012-345' is 'LR0012345'. */
export function writtenNumber(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, "");
}

export function endingOf(number: string): string {
  return number.length <= ENDING ? "•" : number.slice(-ENDING);
}

const MASK = "••••••";

/** Short ones show nothing of themselves. */
export function maskedEnding(ending: string): string {
  return `${MASK}${ending === "•" ? "" : ending}`;
}

/** As a list shows a number: it says that there is one, not which. */
export function isMasked(text: string): boolean {
  return text.startsWith(MASK);
}

function text(limit: number, message: string) {
  return z.string(message).check(oneLine(), z.maxLength(limit, message));
}

function furthestExpiry(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + FURTHEST_EXPIRY_YEARS);
  return day.toISOString().slice(0, 10);
}
