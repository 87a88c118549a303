/** What the check says of rows, and what it needs to know. */
import type * as z from "zod/mini";
import type { SaveApplicantsInput } from "contract/applicants";
import { type Program, programLabels, programs } from "contract/case-parts";
import { fold } from "contract/fold";
import type { SheetMapping } from "contract/import-columns";
import type { ImportOptions } from "contract/imports";
import type { ImportProblem } from "#server/database/tables/import-rows.ts";
import type { TableRow } from "#server/files/sheets/table.ts";
import type { CaseValues } from "./case-values.ts";
import type { DayOrders } from "./values.ts";

export type SheetToCheck = {
  heads: readonly string[];
  mapping: SheetMapping;
  rows: readonly TableRow[];
  /** As the whole column shows them, where these are some of its rows. */
  orders?: DayOrders;
};
export type KnownCase = { id: number; program: string };
/** What is in the portal; keys are folded as codes and addresses are compared. */
export type Known = {
  cases: ReadonlyMap<string, KnownCase>;
  advisers: ReadonlyMap<string, number>;
  clients: ReadonlyMap<string, number>;
  today: string;
};
export type ToCheck = {
  cases: SheetToCheck;
  people: SheetToCheck | null;
  options: ImportOptions;
  known: Known;
};

export type PersonValues = z.output<typeof SaveApplicantsInput>["applicants"][number];
export type CheckedRow = { number: number; problems: ImportProblem[] };
export type CheckedCase = CheckedRow & { values: CaseValues; existing: KnownCase | null };
export type CheckedPerson = CheckedRow & { code: string; values: PersonValues };
/** One case with its people. Without a row of its own it is one that the portal has. */
export type CaseGroup = {
  code: string;
  row: CheckedCase | null;
  existing: KnownCase | null;
  people: CheckedPerson[];
};

export const codeKey = (code: string) => code.toLowerCase();

export function isBlocked({ problems }: CheckedRow): boolean {
  return problems.some(({ level }) => level === "problem");
}

export const programNames = Object.fromEntries(
  programs.map((program) => [program, [programLabels[program]]]),
) as unknown as Record<Program, readonly string[]>;

export const addressesOf = (text: string) =>
  text
    .split(/[,;\s]+/)
    .map((address) => fold(address))
    .filter((address) => address !== "");
