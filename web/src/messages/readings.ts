/** Texts of what was read from passports (passports-and-dossiers.md 3 and 8). */
import type { FieldComparison, UsableField } from "contract/reading-parts";

const fields: Record<UsableField, string> = {
  name: "Name",
  dateOfBirth: "Date of birth",
  sex: "Sex",
  nationality: "Nationality",
  passportNumber: "Passport number",
  passportCountry: "Issuing country",
  passportExpiresOn: "Valid until",
};

export const passportReadingTexts = {
  title: "Read from the passport",
  fields,
  sexes: { male: "Male", female: "Female" } as Readonly<Record<string, string>>,
  columns: {
    field: "Field",
    passport: "In the passport",
    portal: "In the portal",
    action: "Action",
  },
  marks: { right: "Checked", by_eye: "Compare by eye", doubtful: "Doubtful" },
  none: "–",
  compared: {
    same: "The same",
    order: "In another order",
    spelling: "Spelled otherwise",
  } as Partial<Record<FieldComparison, string>>,
  same: (labels: readonly string[]) => `${sentenceOf(labels)}: the same`,
  use: "Use",
  replace: "Replace",
  typeIt: "Type it",
  used: "Used",
  setAside: "Set aside",
  undo: "Undo",
  ofField: (action: string, field: string) => `${action}: ${field}`,
  useMatching: "Use what matches",
  readAgain: "Read again",
  typeLines: "Type the two lines",
  more: "More about this reading",
  reading: "Reading the passport…",
  unread: "This passport has not been read.",
  unreadable: "The two lines could not be read.",
  locked: "The PDF is locked with a password.",
  word: "Word files are not read.",
  failed: "Reading failed.",
  cleared: (day: string) => `The reading was deleted on ${day}.`,
  notLoaded: "The reading could not be loaded.",
  strip: "The two lines of the passport",
  enlarge: "Enlarge the two lines",
  reduce: "Show the two lines smaller",
  moreWarnings: (count: number) => `Show ${count} more`,
  fewerWarnings: "Show fewer",
  fileWith: (name: string) => `File it with ${name}`,
  acceptAnyway: "Accept anyway?",
  badge: { reading: "Being read", read: "Read", compare: "Compare", unreadable: "Not readable" },
  toasts: {
    used: (field: string) => `${field} used`,
    usedMany: (count: number) => `Used ${count} values`,
    filed: (name: string) => `Filed with ${name}`,
  },
  announced: {
    used: (field: string) => `${field} used.`,
    setAside: (field: string) => `${field} set aside.`,
    takenBack: (field: string) => `${field} taken back.`,
  },
  errorTitle: "Error",
  useFailed: "Failed to use the value",
  undoFailed: "Failed to take the value back",
  readFailed: "Failed to read the passport again",
  fileFailed: "Failed to file the document",
  typed: {
    titleOf: (name: string) => (name === "" ? "Type the two lines" : `Lines of ${name}`),
    hint: "As they stand at the foot of the page, fillers too. Nothing is kept until you use it.",
    line: (line: number) => `Line ${line}`,
    counted: (count: number, length: number) => `${count} of ${length}`,
    wrong: (labels: readonly string[]) =>
      labels.length === 1
        ? `Wrong check digit: ${labels[0]}`
        : `Wrong check digits: ${labels.join(", ")}`,
    digits: {
      number: "passport number",
      birth: "date of birth",
      expiry: "valid until",
      personal: "personal number",
      composite: "the whole line",
    },
    right: "All check digits are right.",
    close: "Close",
  },
};

/** 'Sex, nationality' */
function sentenceOf([first = "", ...others]: readonly string[]): string {
  return [first, ...others.map((label) => label.toLowerCase())].join(", ");
}
