/** The cells of one row by what their columns are, with a place for what is wrong with them. */
import type { ImportOptions } from "contract/imports";
import { visibleText } from "contract/visible-text";
import type { ImportProblem } from "#server/database/tables/import-rows.ts";
import { unguardText } from "#server/files/sheets/formula-guard.ts";
import type { TableRow } from "#server/files/sheets/table.ts";
import type { CheckedRow, SheetToCheck } from "./checked-rows.ts";
import { centsOf, dayOf, type DayOrder, type DayOrders, orderShownBy } from "./values.ts";

const DAY_FIELDS = [
  "statusSince",
  "createdOn",
  "submissionOn",
  "dateOfBirth",
  "passportExpiresOn",
] as const;

export type RowReader = {
  readonly number: number;
  readonly problems: ImportProblem[];
  /** '' when there is no such column, or nothing in it. */
  text(field: string, options?: { most?: number; keepLineBreaks?: boolean }): string;
  day(field: string): string | undefined;
  cents(field: string): number | undefined;
  /** Undefined for an empty cell, and for one that nobody understands: that is told. */
  read<Value>(
    field: string,
    parse: (text: string) => Value | null,
    problem: string,
  ): Value | undefined;
  tell(field: string, text: string, level?: ImportProblem["level"]): void;
};
export type ColumnReader = {
  at(row: TableRow): RowReader;
  tell(row: CheckedRow, field: string, text: string): void;
};

export function columnReader(sheet: SheetToCheck, options: ImportOptions): ColumnReader {
  const orders = sheet.orders ?? ordersOf(sheet, options);
  const headOf = (field: string) => sheet.heads[sheet.mapping[field] ?? -1] ?? null;
  return {
    tell: (row, field, text) =>
      void row.problems.push({ column: headOf(field), text, level: "problem" }),
    at: (row) => readerOf(row, { sheet, options, orders, headOf }),
  };
}

type Columns = {
  sheet: SheetToCheck;
  options: ImportOptions;
  orders: DayOrders;
  headOf: (field: string) => string | null;
};

function readerOf(row: TableRow, { sheet, options, orders, headOf }: Columns): RowReader {
  const problems: ImportProblem[] = [];
  const reader: RowReader = {
    number: row.number,
    problems,
    tell: (field, text, level = "problem") =>
      void problems.push({ column: headOf(field), text, level }),
    text(field, { most, keepLineBreaks = false } = {}) {
      const cell = row.cells[sheet.mapping[field] ?? -1] ?? "";
      if (typeof cell !== "string") {
        reader.tell(field, "The cell holds a formula error");
        return "";
      }
      const text = visibleText(unguardText(cell), keepLineBreaks ? { keepLineBreaks } : undefined);
      if (most === undefined || text.length <= most) return text;
      reader.tell(field, `Longer than ${most.toLocaleString("en-US")} characters`);
      return "";
    },
    read(field, parse, problem) {
      const text = reader.text(field);
      if (text === "") return undefined;
      const value = parse(text);
      if (value !== null) return value;
      reader.tell(
        field,
        problem.replace("{text}", () => text.slice(0, 100)),
      );
      return undefined;
    },
    day(field) {
      const order = orders.get(field) ?? null;
      if (order !== null)
        return reader.read(field, (text) => dayOf(text, order), 'Invalid date "{text}"');
      if (reader.text(field) !== "")
        reader.tell(field, "Day and month cannot be told apart in this column");
      return undefined;
    },
    cents: (field) =>
      reader.read(field, (text) => centsOf(text, options.decimals), 'Invalid amount "{text}"'),
  };
  return reader;
}

/** What each column of days says of its order, told some rows at a time. */
export function dayOrders(mapping: SheetToCheck["mapping"]) {
  const shown = new Map(DAY_FIELDS.map((field) => [field, new Set<DayOrder>()]));
  return {
    look(rows: readonly TableRow[]) {
      for (const [field, orders] of shown)
        for (const { cells } of rows) {
          const cell = cells[mapping[field] ?? -1];
          const order = typeof cell === "string" ? orderShownBy(cell) : null;
          if (order !== null) orders.add(order);
        }
    },
    found: (usual: DayOrder): DayOrders =>
      new Map(
        [...shown].map(([field, [first = usual, second]]) => [
          field,
          second === undefined ? first : null,
        ]),
      ),
  };
}

function ordersOf({ mapping, rows }: SheetToCheck, { dates }: ImportOptions): DayOrders {
  const orders = dayOrders(mapping);
  orders.look(rows);
  return orders.found(dates);
}
