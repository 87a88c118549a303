/** Texts of the home of a client (notifications.md 9 and 9.1). */
import type { HomeRange, HomeState, RangeUnit } from "contract/homes";

const unitWords: Record<RangeUnit, readonly [one: string, several: string]> = {
  day: ["day", "days"],
  week: ["week", "weeks"],
  month: ["month", "months"],
};
const needed = "What we need from you";
const notNeeded = "Nothing is needed from you right now";

type Told = { waiting: number; retentionYears: number };

export const homeMessages = {
  headings: {
    finished: "Your case is complete",
    closed: "This case is closed",
    paused: "Your case is paused",
    overdue: needed,
    change: needed,
    upload: needed,
    waiting: notNeeded,
    nothing: notNeeded,
  } satisfies Record<HomeState, string>,
  text: (state: HomeState, { waiting, retentionYears }: Told): string =>
    ({
      finished: `Your papers stay here to read and download${retentionYears > 0 ? ` until they are erased ${retentionYears} ${retentionYears === 1 ? "year" : "years"} after completion` : ""}.`,
      closed: "If you have questions, write to us in the chat.",
      paused: "Nothing is needed from you while it is paused.",
      overdue: "Something is overdue. If you need more time, write to us.",
      change: "Something has to be changed.",
      upload: "",
      waiting:
        waiting === 1 ? "We are checking 1 document." : `We are checking ${waiting} documents.`,
      nothing: "We will write to you as soon as that changes.",
    })[state],
  failed: "What we need from you could not be loaded.",
  loading: "Loading what we need from you...",
  forPerson: (name: string) => `for ${name}`,
  due: (day: string) => `Due ${day}`,
  overdue: (day: string) => `Overdue since ${day}`,
  needsChanges: (text: string) => `Needs changes: ${text}`,
  needsChangesAlone: "Needs changes",
  noLongerValid: "No longer valid",
  validUntil: (day: string) => `Valid only until ${day}`,
  takePhoto: "Take a photo",
  chooseFile: "Choose a file",
  photoOf: (label: string) => `Take a photo: ${label}`,
  fileFor: (label: string) => `Choose a file: ${label}`,
  seeWhy: "See why",
  seeWhyOf: (label: string) => `See why: ${label}`,
  invoice: (code: string) => `Invoice ${code}`,
  openInvoice: "Open the invoice",
  openInvoiceOf: (code: string) => `Open the invoice ${code}`,
  andMore: (count: number) => `and ${count} more`,
  stands: "Where the case stands",
  step: ({ index, of }: { index: number; of: number }, label: string) =>
    `Step ${index} of ${of}: ${label}`,
  since: (day: string) => `since ${day}`,
  /** The last of the steps has no next one. */
  usually: ({ unit, low, high }: Pick<HomeRange, "unit" | "low" | "high">, isLast: boolean) => {
    const [one, several] = unitWords[unit];
    const length =
      low === high ? `about ${high} ${high === 1 ? one : several}` : `${low} to ${high} ${several}`;
    return `${isLast ? "The end" : "The next step"} usually comes ${length} after this one began.`;
  },
  forYourCase: {
    before: (from: string, to: string) => `For your case: between ${from} and ${to}.`,
    within: (_from: string, to: string) => `For your case: by ${to}.`,
    after: () => "Your case has taken longer than usual. Your adviser can tell you more.",
  } satisfies Record<HomeRange["place"], (from: string, to: string) => string>,
  source: (cases: number) => `From ${cases} cases of the last two years. A range, not a promise.`,
  noRange: "Your adviser will tell you when the next step comes.",
  today: "Today",
  adviser: "Your adviser",
  write: "Write a message",
  toPay: "To pay",
  latestMessage: "Latest message",
  isNew: "New",
};
