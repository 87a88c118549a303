/** A table on its way to a file: its columns, and its rows as plain values. */

/** Amounts are cents, days YYYY-MM-DD, moments ISO 8601 in UTC. */
export type ColumnKind = "text" | "number" | "amount" | "day" | "moment";
export type Cell = string | number | null;
export type SheetColumn = { readonly head: string; readonly kind: ColumnKind };
export type Sheet = {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly Cell[])[];
};
