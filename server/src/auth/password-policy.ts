/** What a new password must not be, beyond the three rules that the contract states (security.md 4.9, asvs 59, 62). */
import { badField } from "#server/core/errors.ts";
import { bureauName } from "#server/database/bureau.ts";
import { commonWords } from "./common-passwords.ts";

export type PasswordOwner = {
  email: string;
  firstName: string | null;
  lastName: string | null;
};

const TOO_COMMON = "This password is too common. Please choose another.";
const TOO_PERSONAL =
  "Password must not contain your name, your email address or the name of the portal";

const productWords = ["casemanagement", "vanuatu", "nauru"];
/** Shorter names stand in half of all words. */
const SHORTEST_NAME = 4;
/** `Aa123456`: next to nothing but a row of digits. */
const SHORTEST_OF_FEW_LETTERS = 12;

/** Throws 400 at `field`. */
export function assertAcceptablePassword(
  password: string,
  owner: PasswordOwner,
  field: string,
): void {
  const weakness = weaknessOf(password, owner);
  if (weakness !== null) throw badField(field, weakness);
}

export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  if (isCommon(password)) return TOO_COMMON;
  const text = squash(password);
  return forbiddenWords(owner).some((word) => text.includes(word)) ? TOO_PERSONAL : null;
}

/** A common word stays common with a capital, with digits for letters, and with a year or a mark behind it. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase();
  const withoutTail = lower.replace(/^[^a-z]+|[^a-z]+$/g, "");
  if (withoutTail.length <= 3 && lower.length < SHORTEST_OF_FEW_LETTERS) return true;
  const spelled = withLettersForDigits(lower.replace(/[\d\W_]{0,6}$/, ""));
  return [lower, withoutTail, spelled, withLettersForDigits(withoutTail)].some((form) =>
    commonWords.has(form),
  );
}

const letterOf: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

function withLettersForDigits(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => letterOf[sign] ?? sign);
}

function forbiddenWords(owner: PasswordOwner): string[] {
  const [localPart = ""] = owner.email.split("@");
  const names = [owner.firstName ?? "", owner.lastName ?? "", localPart, bureauName()];
  return [...names.map(squash).filter((name) => name.length >= SHORTEST_NAME), ...productWords];
}

function squash(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{Nd}]/gu, "");
}
