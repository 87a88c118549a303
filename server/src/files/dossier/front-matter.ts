/** Cover, index and lists of a dossier, and the strips of its stamps. Node runs no JSX, so `createElement`. */
import { Document, Page, renderToBuffer, StyleSheet, View } from "@react-pdf/renderer";
import { createElement, type ReactElement } from "react";
import { families } from "#server/files/papers/fonts.ts";
import { box, ink, senderOf, words } from "#server/files/papers/letterhead.ts";
import { A4, FOOT, type Box } from "./page-place.ts";
import type { FrontSheet, IndexLine, ListLine, PersonLine } from "./part-order.ts";

const MM = 72 / 25.4;
const LEFT = 25 * MM;
const MARGIN = 20 * MM;
const LINE = 6.2 * MM;
const LIST_TOP = 39 * MM;
const WIDTH = A4.short - LEFT - MARGIN;
/** Of the words that name a fact. */
const WORD = 34 * MM;

const styles = StyleSheet.create({
  page: { fontFamily: families, fontSize: 10, color: ink.text },
  sender: { position: "absolute", left: LEFT, top: MARGIN, width: WIDTH, lineHeight: 1.4 },
  title: { position: "absolute", left: LEFT, top: 96 * MM, width: WIDTH },
  titleText: { fontSize: 24, fontWeight: 600, lineHeight: 1.2 },
  addressee: { marginTop: 6, fontSize: 14, color: ink.text },
  rule: { marginTop: 14, height: 2, backgroundColor: ink.petrol, width: WIDTH },
  facts: { marginTop: 14 },
  fact: { flexDirection: "row", marginBottom: 5, fontSize: 10, lineHeight: 1.35 },
  word: { width: WORD, color: ink.muted },
  value: { width: WIDTH - WORD },
  person: { flexDirection: "row", marginBottom: 4, fontSize: 9, lineHeight: 1.25 },
  foot: {
    position: "absolute",
    left: LEFT,
    bottom: FOOT + 14,
    fontSize: 9,
    letterSpacing: 1,
    color: ink.muted,
  },
  heading: {
    position: "absolute",
    left: LEFT,
    top: MARGIN,
    fontSize: 16,
    fontWeight: 600,
  },
  row: { position: "absolute", left: LEFT, width: WIDTH, height: LINE },
  cell: { position: "absolute", top: 2.6 },
  small: { fontSize: 9.5 },
  head: { fontSize: 8, color: ink.muted },
  section: { fontSize: 9.5, fontWeight: 600 },
  opening: { position: "absolute", left: LEFT, top: 96 * MM, width: WIDTH, fontSize: 16 },
});

type Column = { at: number; width: number; isRight?: true };
type Columns = Record<"no" | "paper" | "person" | "date" | "part" | "page", Column>;

/** In a dossier of one file no column names the part, and what is free goes to the paper. */
function columnsOf(hasParts: boolean): Columns {
  const widths = {
    no: 10,
    paper: hasParts ? 72 : 82,
    person: 40,
    date: 20,
    part: hasParts ? 10 : 0,
  };
  let at = 0;
  const next = (millimetres: number): Column => {
    const column = { at: at * MM, width: (millimetres - 1.5) * MM };
    at += millimetres;
    return column;
  };
  return {
    no: next(widths.no),
    paper: next(widths.paper),
    person: next(widths.person),
    date: next(widths.date),
    part: next(widths.part),
    page: { at: at * MM, width: 13 * MM, isRight: true },
  };
}

/** Cover, what is new, index, to follow: in this order, a page for each list of lines. */
export async function drawFrontMatter(sheet: FrontSheet): Promise<Uint8Array> {
  const pages = [
    cover(sheet),
    ...sheet.whatIsNew.map((lines) => listPage("What is new", lines)),
    ...sheet.index.map((lines) => indexPage(lines, columnsOf(sheet.fileNames.length > 1))),
    ...sheet.toFollow.map((lines) => listPage("To follow", lines)),
  ];
  return render(pages);
}

export async function drawOpening(sentence: string): Promise<Uint8Array> {
  return render([page(words(sentence, styles.opening))]);
}

/** The sides of a line of the index, from the top, in points of its page. */
export function indexLineBox(line: number): Box {
  const top = A4.long - LIST_TOP - line * LINE;
  return { left: LEFT, right: LEFT + WIDTH, bottom: top - LINE, top };
}

export const STRIP = { height: 12, left: 190, middle: 210 };

/** One line each, as wide as its place in the foot: the first to the left, the others in the middle. */
export async function drawStrips(left: string, middle: readonly string[]): Promise<Uint8Array> {
  const strip = (text: string, width: number, textAlign: "left" | "center") =>
    createElement(
      Page,
      { size: [width, STRIP.height], style: styles.page },
      createElement(
        View,
        { style: { position: "absolute", left: 0, top: 0, width } },
        oneLine(text, { fontSize: 8, textAlign, width, color: ink.text }),
      ),
    );
  return render([
    strip(left, STRIP.left, "left"),
    ...middle.map((text) => strip(text, STRIP.middle, "center")),
  ]);
}

function render(pages: ReactElement[]): Promise<Uint8Array> {
  return renderToBuffer(createElement(Document, {}, ...pages));
}

function page(...content: ReactElement[]): ReactElement {
  return createElement(Page, { size: "A4", style: styles.page }, ...content);
}

function cover({ bureau, title, addressee, facts, people }: FrontSheet): ReactElement {
  const before = facts.slice(0, 3).map(({ word, value }) => fact(word, words(value)));
  const after = facts.slice(3).map(({ word, value }) => fact(word, words(value)));
  const persons = fact("Applicants", box({}, ...people.map(personLine)));
  return page(
    box(styles.sender, ...senderOf({ ...bureau, trn: null, phone: null, website: null })),
    box(
      styles.title,
      words(title, styles.titleText),
      words(addressee, styles.addressee),
      box(styles.rule),
      box(styles.facts, ...before, persons, ...after),
    ),
    words("Confidential", styles.foot),
  );
}

function fact(word: string, value: ReactElement): ReactElement {
  return box(styles.fact, words(word, styles.word), box(styles.value, value));
}

/** Names that run the other way, dates and numbers stand in columns of their own: none turns another round. */
function personLine(person: PersonLine): ReactElement {
  const { name, typedName, category, dateOfBirth, passportNumber } = person;
  const column = (text: string, width: number) =>
    box({ width: width * MM, paddingRight: 4 }, words(text));
  const names = box(
    { width: 46 * MM, paddingRight: 4 },
    words(name),
    ...(typedName === null ? [] : [words(typedName, { color: ink.muted })]),
  );
  return box(
    styles.person,
    names,
    column(category, 34),
    column(dateOfBirth ?? "", 22),
    column(passportNumber ?? "", 40),
  );
}

function indexPage(lines: readonly IndexLine[], columns: Columns): ReactElement {
  const head = [
    cell("No.", columns.no, styles.head),
    cell("Paper", columns.paper, styles.head),
    cell("Person", columns.person, styles.head),
    cell("Date", columns.date, styles.head),
    ...(columns.part.width > 0 ? [cell("Part", columns.part, styles.head)] : []),
    cell("Page", columns.page, styles.head),
  ];
  return page(
    words("Index", styles.heading),
    row(-1, ...head),
    ...lines.map((line, index) =>
      "section" in line ? sectionRow(line.section, index) : paperRow(line, { columns, index }),
    ),
  );
}

function sectionRow(section: string, index: number): ReactElement {
  return row(index, cell(section, { at: 0, width: WIDTH }, styles.section), ruleUnder());
}

type PaperLine = Exclude<IndexLine, { section: string }>;

function paperRow(
  { no, label, person, date, at }: PaperLine,
  { columns, index }: { columns: Columns; index: number },
): ReactElement {
  const cells = [
    cell(String(no), columns.no, styles.small),
    cell(label, columns.paper, styles.small),
    cell(person ?? "", columns.person, styles.small),
    ...(date === null ? [] : dateCells(date, columns.date)),
    ...(at !== null && columns.part.width > 0
      ? [cell(String(at.part), columns.part, styles.small)]
      : []),
    cell(at === null ? "–" : String(at.page), columns.page, styles.small),
  ];
  return row(index, ...cells);
}

/** What the day says stands over it. */
function dateCells(
  { word, day }: NonNullable<PaperLine["date"]>,
  { at, width }: Column,
): ReactElement[] {
  const line = (text: string, top: number, fontSize: number) =>
    createElement(
      View,
      { style: { position: "absolute", left: at, width, top } },
      oneLine(text, { fontSize, width, color: fontSize < 7 ? ink.muted : ink.text }),
    );
  return [line(word, 0.2, 5.5), line(day, 5.6, 8)];
}

function listPage(heading: string, lines: readonly ListLine[]): ReactElement {
  const [paper, person, remark] = [
    { at: 0, width: 76 * MM },
    { at: 78 * MM, width: 44 * MM },
    { at: 124 * MM, width: 41 * MM },
  ] as const;
  return page(
    words(heading, styles.heading),
    row(-1, cell("Paper", paper, styles.head), cell("Person", person, styles.head), ruleUnder()),
    ...lines.map((line, index) =>
      row(
        index,
        cell(line.label, paper, styles.small),
        cell(line.person ?? "", person, styles.small),
        cell(line.remark, remark, styles.small),
      ),
    ),
  );
}

function row(index: number, ...cells: ReactElement[]): ReactElement {
  return box([styles.row, { top: LIST_TOP + index * LINE }] as never, ...cells);
}

type TextStyle = { fontSize: number; fontWeight?: number; color?: string };

function cell(text: string, column: Column, style: TextStyle): ReactElement {
  const { at, width, isRight } = column;
  return createElement(
    View,
    { style: [styles.cell, { left: at, width }] },
    oneLine(text, { ...style, width, textAlign: isRight ? "right" : "left" }),
  );
}

function ruleUnder(): ReactElement {
  const style = { position: "absolute", left: 0, bottom: 1, width: WIDTH, height: 0.5 } as const;
  return box({ ...style, backgroundColor: ink.line });
}

function oneLine(text: string, style: Record<string, unknown>): ReactElement {
  const cut = { maxLines: 1, textOverflow: "ellipsis" } as const;
  return words(text, { ...style, ...cut });
}
