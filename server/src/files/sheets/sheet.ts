/** A table on its way to a file: its columns, and its rows as plain values. */

/** Amounts are cents, days YYYY-MM-DD, moments ISO 8601 in UTC. */
export type ColumnKind = "text" | "number" | "amount" | "day" | "moment";
export type Cell = string | number | null;
export type SheetColumn = {
  readonly head: string;
  readonly kind: ColumnKind;
  /** Shown by Excel when the head is chosen; at most 255 characters. */
  readonly note?: string;
  /** What Excel offers in the cells below; others may be typed all the same. */
  readonly choices?: readonly string[];
};
export type Sheet = {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
};
