/** What a client has still to send. By reference it names kinds of papers and of people, and nothing typed by hand. */
import type { Letter, ListLine } from "#server/mail/letter.ts";

export type RemindedPaper = {
  label: string;
  state: string;
  dueOn: string | null;
  isPast: boolean;
  url: string;
  /** Only where mails hold contents. */
  details: readonly string[];
};

export type ReminderData = {
  caseId: string;
  people: readonly { heading: string; papers: readonly RemindedPaper[] }[];
  /** How many more there are than the mail names. */
  more: number;
  note: string | null;
  earliest: string | null;
  url: string;
  frame: Pick<Letter, "marker"> & { closing: readonly string[] };
};

const stateTexts: Readonly<Record<string, string>> = {
  missing: "missing",
  changes_requested: "needs changes",
  expired: "no longer valid",
};

export function reminderLetter(data: ReminderData): Letter {
  const { frame, more, note, earliest } = data;
  return {
    subject: `Documents needed in case ${data.caseId}`,
    ...(frame.marker !== undefined && { marker: frame.marker }),
    paragraphs: [`These documents are still needed in case ${data.caseId}:`],
    list: [
      ...data.people.flatMap(({ heading, papers }) => [{ heading }, ...papers.map(line)]),
      ...(more > 0 ? [`and ${more} more in the portal`] : []),
    ],
    remarks: [
      ...(note === null ? [] : [note]),
      ...(earliest === null ? [] : [`The earliest is due on ${writtenDay(earliest)}.`]),
    ],
    button: { label: "See what is needed", url: data.url },
    closing: ["Please upload documents in the portal; there they are protected.", ...frame.closing],
  };
}

function line({ label, state, dueOn, isPast, url, details }: RemindedPaper): ListLine {
  const due = dueOn === null ? "" : `, ${isPast ? "was due" : "due"} on ${writtenDay(dueOn)}`;
  const text = `${label}: ${stateTexts[state] ?? state}${due}`;
  return { text: [text, ...details].join(" – "), url };
}

/** '4 December 2026'. */
function writtenDay(day: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}
