/** What Excel says and offers while a cell is filled in. */
import type { SheetColumn } from "./sheet.ts";
import { columnName, escaped } from "./xlsx-text.ts";

/** The sheet whose columns are the choices. */
export const LISTS = "Lists";
const LAST_ROW = 20_001;

export function validations(
  columns: readonly SheetColumn[],
  lists: readonly SheetColumn[],
): string {
  const all = columns.flatMap((column, index) => [
    ...noteXml(column, columnName(index)),
    ...choicesXml(column, { letter: columnName(index), at: lists.indexOf(column) }),
  ]);
  return all.length === 0
    ? ""
    : `<dataValidations count="${all.length}">${all.join("")}</dataValidations>`;
}

function noteXml({ head, note }: SheetColumn, letter: string): string[] {
  if (note === undefined) return [];
  const words = `promptTitle="${attribute(head)}" prompt="${attribute(note)}"`;
  return [`<dataValidation showInputMessage="1" ${words} sqref="${letter}1"/>`];
}

type Place = { letter: string; at: number };

function choicesXml({ choices }: SheetColumn, { letter, at }: Place): string[] {
  if (!choices || at < 0) return [];
  const list = columnName(at);
  const range = `${LISTS}!$${list}$2:$${list}$${choices.length + 1}`;
  return [
    `<dataValidation type="list" allowBlank="1" sqref="${letter}2:${letter}${LAST_ROW}"><formula1>${range}</formula1></dataValidation>`,
  ];
}

const attribute = (text: string) => escaped(text).replaceAll('"', "&quot;");
