/** What cover, index and lists of a dossier say. Pure. */
import { programLabels } from "contract/case-parts";
import { type DifferenceEntry } from "contract/dossier-plans";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import type {
  FrontSheet,
  IndexLine,
  ListLine,
  PersonLine,
} from "#server/files/dossier/part-order.ts";
import type { BureauOnPaper } from "#server/files/papers/letterhead.ts";
import { type Chosen, type ChosenPaper } from "./chosen.ts";
import { type Layout, pagesOfLines } from "./layout.ts";
import { nameOf } from "./plan-input.ts";

export type SheetPerson = Pick<
  ApplicantRow,
  "id" | "fullName" | "passportName" | "category" | "dateOfBirth"
> & { passportNumber: string | null };
export type Lists = Pick<FrontSheet, "toFollow" | "whatIsNew">;
export type SheetInput = {
  dossier: Pick<DossierRow, "title" | "addressee" | "number" | "program">;
  bureau: BureauOnPaper;
  caseCode: string;
  people: readonly SheetPerson[];
  /** The bureau's day. */
  builtOn: string;
  papers: readonly (ChosenPaper & { no: number })[];
  layout: Layout;
  lists: Lists;
  fileNames: string[];
};

const ARABIC = /\p{Script=Arabic}/u;

export function frontSheet(input: SheetInput): FrontSheet {
  const { dossier, bureau, caseCode, people, builtOn, layout, lists, fileNames } = input;
  const names = people.map(nameOf);
  return {
    bureau,
    title: dossier.title,
    addressee: dossier.addressee,
    facts: [
      { word: "Case", value: caseCode },
      { word: "Program", value: programLabels[dossier.program] },
      { word: "Main Applicant", value: names[0] ?? "" },
      { word: "Dossier number", value: String(dossier.number) },
      { word: "Built on", value: dayText(builtOn, "long") },
      { word: "Pages", value: String(layout.totalPages) },
      { word: "Parts", value: String(layout.parts.length) },
    ],
    people: people.map(personLine),
    index: pagesOfLines(indexLines(input), (line) => "section" in line),
    ...lists,
    fileNames,
  };
}

/** The pages before the first paper; known before anything has its place. */
export function frontPages(papers: readonly { heading: string }[], lists: Lists): number {
  const headings = papers.filter(({ heading }, index) => papers[index - 1]?.heading !== heading);
  const lines = papers.flatMap((paper) => (headings.includes(paper) ? [true, false] : [false]));
  const index = pagesOfLines(lines, (isHeading) => isHeading);
  return 1 + index.length + lists.toFollow.length + lists.whatIsNew.length;
}

export function listsOf(
  { missing }: Pick<Chosen, "missing">,
  { toFollow, difference }: { toFollow: boolean; difference: readonly DifferenceEntry[] | null },
): Lists {
  const changed = difference?.filter(({ change }) => change !== "same") ?? [];
  const remarks = { new: "New", replaced: "Replaced", gone: "No longer in it", same: "" };
  const line = ({ label, person, change }: DifferenceEntry): ListLine => ({
    label,
    person,
    remark: remarks[change],
  });
  const none: ListLine = { label: "Nothing has changed.", person: null, remark: "" };
  const news = difference === null ? [] : changed.length === 0 ? [none] : changed.map(line);
  const following = toFollow
    ? missing.map(({ label, person }) => ({ label, person, remark: "" }))
    : [];
  return { toFollow: pagesOfLines(following), whatIsNew: pagesOfLines(news) };
}

function indexLines({ papers, layout }: SheetInput): IndexLine[] {
  return papers.flatMap((paper, index): IndexLine[] => {
    const { no, label, person, heading } = paper;
    const place = layout.papers.get(no);
    const at = place
      ? { part: place.part, page: place.firstPage, pageInPart: place.pageInPart }
      : null;
    const shown = at === null ? `${label} · Separate file` : label;
    const line = { no, label: shown, person, date: dateOf(paper), at };
    return papers[index - 1]?.heading === heading ? [line] : [{ section: heading }, line];
  });
}

type PaperDate = Exclude<IndexLine, { section: string }>["date"];

/** Until when it is valid counts more than when it was issued. */
function dateOf({ issuedOn, expiresOn }: ChosenPaper): PaperDate {
  if (expiresOn !== null) return { word: "valid until", day: dayText(expiresOn, "short") };
  return issuedOn === null ? null : { word: "issued", day: dayText(issuedOn, "short") };
}

function personLine(person: SheetPerson, index: number): PersonLine {
  const { fullName, passportName, category, dateOfBirth, passportNumber } = person;
  return {
    name: nameOf(person, index),
    typedName: passportName !== null && ARABIC.test(fullName) ? fullName : null,
    category,
    dateOfBirth: dateOfBirth === null ? null : dayText(dateOfBirth, "short"),
    passportNumber,
  };
}

function dayText(day: string, month: "long" | "short"): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month,
    year: "numeric",
    timeZone: "UTC",
  });
  return format.format(new Date(`${day}T00:00:00Z`));
}
