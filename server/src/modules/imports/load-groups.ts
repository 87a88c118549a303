/** The rows of an import as cases with their people, judged by what is in the portal now: some at a time. */
import { inArray, isNull, sql } from "drizzle-orm";
import type { ImportSheet } from "contract/import-columns";
import { type ImportOptions, usualOptions } from "contract/imports";
import { bureauToday } from "#server/database/bureau-clock.ts";
import type { Executor } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import type { ImportRecord } from "#server/database/tables/imports.ts";
import { users } from "#server/database/tables/users.ts";
import { checkImport } from "./check.ts";
import { type CaseGroup, codeKey, type Known, type SheetToCheck } from "./checked-rows.ts";
import { type ImportColumnsOf, mappingOf } from "./import-columns.ts";
import { columnReader, dayOrders } from "./row-reader.ts";
import { loadRows, openValue, rowsInPieces, type StoredRow } from "./stored-rows.ts";
import { isExample } from "./template.ts";

/** Numbers of rows: a case with its people, or people whose case has no row. */
type PlannedGroup = { cases: number[]; people: number[]; isWaiting: boolean };
type PlannedSheet = Omit<SheetToCheck, "rows">;
/** Which rows belong together, and what holds for all of them: small, however many rows there are. */
export type ImportPlan = {
  importId: number;
  options: ImportOptions;
  known: Known;
  sheets: Record<ImportSheet, PlannedSheet | null>;
  groups: PlannedGroup[];
};

const optionsOf = ({ options }: ImportRecord): ImportOptions => ({
  ...usualOptions,
  ...options,
});

const isToWrite = ({ state }: StoredRow) => state === "ready" || state === "warned";

export async function planImport(executor: Executor, row: ImportRecord): Promise<ImportPlan> {
  const columns: ImportColumnsOf = row.columns
    ? openValue(row.columns)
    : { cases: null, people: null };
  const mapping = mappingOf(row);
  const options = optionsOf(row);
  const groups: PlannedGroup[] = [];
  const byCode = new Map<string, PlannedGroup>();
  const groupOf = (code: string): PlannedGroup => {
    const known = code === "" ? undefined : byCode.get(code);
    if (known) return known;
    const group: PlannedGroup = { cases: [], people: [], isWaiting: false };
    groups.push(group);
    byCode.set(code, group);
    return group;
  };
  const plan = async (sheet: ImportSheet): Promise<PlannedSheet | null> => {
    const chosen = mapping[sheet];
    if (chosen === null) return null;
    const heads = columns[sheet]?.map(({ head }) => head) ?? [];
    const orders = dayOrders(chosen);
    const reader = columnReader({ heads, mapping: chosen, rows: [] }, options);
    const codeAt = chosen["caseId"];
    for await (const stored of rowsInPieces(executor, row.id, sheet)) {
      const rows = stored.filter((one) => !isExample(one, codeAt));
      orders.look(rows);
      for (const one of rows) {
        const group = groupOf(codeKey(reader.at(one).text("caseId")));
        group[sheet].push(one.number);
        group.isWaiting ||= isToWrite(one);
      }
    }
    return { heads, mapping: chosen, orders: orders.found(options.dates) };
  };
  const sheets = { cases: await plan("cases"), people: await plan("people") };
  return { importId: row.id, options, known: await loadKnown(executor), sheets, groups };
}

export type LoadedGroups = {
  groups: CaseGroup[];
  isWaiting: (sheet: ImportSheet, number: number) => boolean;
};

/** The groups of a plan with what they say, about so many rows at a time. */
export async function* groupsInPieces(
  executor: Executor,
  { groups, ...plan }: ImportPlan,
  most: number,
): AsyncGenerator<LoadedGroups> {
  let some: PlannedGroup[] = [];
  let rows = 0;
  for (const group of groups) {
    some.push(group);
    rows += group.people.length + 1;
    if (rows < most) continue;
    yield await readGroups(executor, plan, some);
    some = [];
    rows = 0;
  }
  if (some.length > 0) yield await readGroups(executor, plan, some);
}

const noSheet: SheetToCheck = { heads: [], mapping: {}, rows: [] };

async function readGroups(
  executor: Executor,
  { importId, options, known, sheets }: Omit<ImportPlan, "groups">,
  planned: readonly PlannedGroup[],
): Promise<LoadedGroups> {
  const waiting = new Set<string>();
  const load = async (sheet: ImportSheet): Promise<SheetToCheck | null> => {
    const found = sheets[sheet];
    if (found === null) return null;
    const numbers = planned.flatMap((group) => group[sheet]);
    const rows = await loadRows(executor, importId, { sheet, numbers });
    for (const one of rows) if (isToWrite(one)) waiting.add(`${sheet} ${one.number}`);
    return { ...found, rows };
  };
  const cases = (await load("cases")) ?? noSheet;
  const groups = checkImport({ cases, people: await load("people"), options, known });
  return { groups, isWaiting: (sheet, number) => waiting.has(`${sheet} ${number}`) };
}

async function loadKnown(executor: Executor): Promise<Known> {
  const codes = await executor
    .select({ id: cases.id, caseId: cases.caseId, program: cases.citizenshipProgram })
    .from(cases);
  const people = await executor
    .select({ id: users.id, email: sql<string>`lower(${users.email})`, role: users.role })
    .from(users)
    .where(isNull(users.disabledAt));
  const withRole = (isOne: (role: string) => boolean) =>
    new Map(people.filter(({ role }) => isOne(role)).map(({ id, email }) => [email, id]));
  return {
    cases: new Map(codes.map(({ id, caseId, program }) => [codeKey(caseId), { id, program }])),
    advisers: withRole((role) => role !== "client"),
    clients: withRole((role) => role === "client"),
    today: bureauToday(),
  };
}

/** Codes that have come into the portal since the groups were made. */
export async function findCodes(
  executor: Executor,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const keys = codes.map((code) => codeKey(code));
  const found = await executor
    .select({ id: cases.id, caseId: cases.caseId })
    .from(cases)
    .where(inArray(sql`lower(${cases.caseId})`, keys));
  return new Map(found.map(({ id, caseId }) => [codeKey(caseId), id]));
}
