/** What can be read from a passport, and what becomes of it: the words that server and screens share. */

/** In the order of the card. */
export const usableFields = [
  "name",
  "dateOfBirth",
  "sex",
  "nationality",
  "passportNumber",
  "passportCountry",
  "passportExpiresOn",
] as const;
export type UsableField = (typeof usableFields)[number];
/** The personal number is shown and used nowhere. */
export const readFields = [...usableFields, "personalNumber"] as const;
export type ReadField = (typeof readFields)[number];

/** How far a value may be believed. */
export const marks = ["right", "by_eye", "doubtful", "absent"] as const;
export type Mark = (typeof marks)[number];

/** Against what the portal knows; of names also how they are written. */
export const fieldComparisons = [
  "same",
  "order",
  "spelling",
  "shorter",
  "cut",
  "script",
  "different",
  "empty",
] as const;
export type FieldComparison = (typeof fieldComparisons)[number];

export const readingStates = [
  "queued",
  "running",
  "read",
  "partial",
  "unreadable",
  "failed",
  "cleared",
] as const;
export type ReadingState = (typeof readingStates)[number];
export const readingProblems = [
  "locked",
  "damaged",
  "too_large",
  "word",
  "no_lines",
  "not_td3",
  "timeout",
  "crashed",
] as const;
export type ReadingProblem = (typeof readingProblems)[number];

export const fieldVerdicts = ["open", "taken", "set_aside"] as const;
/** `replace` is for names alone: it writes the full name as well. */
export const verdictChoices = ["use", "replace", "set_aside"] as const;
export type VerdictChoice = (typeof verdictChoices)[number];

export const warningCodes = [
  "not_passport",
  "wrong_person",
  "number_twice",
  "number_elsewhere",
  "expired",
  "expires_soon",
  "name_differs",
  "name_longer",
  "name_cut",
  "name_script",
  "birth_differs",
  "sex_differs",
  "nationality_differs",
  "age_contradicts",
  "special",
  "unsure",
] as const;
export type WarningCode = (typeof warningCodes)[number];
/** Whoever accepts the document is asked once more. */
export const askedAgain = [
  "not_passport",
  "wrong_person",
  "number_twice",
  "number_elsewhere",
  "expired",
] as const satisfies readonly WarningCode[];

/** Only these are read. */
export const readCategories = ["passport", "vanuatu-passport"] as const;

/** How long whoever took a value may take it back. */
export const VERDICT_UNDO_SECONDS = 60;
export const LINE_LENGTH = 44;

export const readingMessages = {
  beingRead: "This document is being read already",
  onlyPassports: "Only passports are read",
  tooLate: "It is too late to undo this",
  notYours: "Only the person who decided can undo it",
  lineLength: `Each line has ${LINE_LENGTH} characters`,
  lineCharacters: "Only A to Z, 0 to 9 and < are allowed",
  noPerson: "Say first whose passport it is",
  noProposal: "There is no such value to use",
  doubtful: "This value is doubtful. Type it instead.",
} as const;
