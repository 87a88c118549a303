/** The rows of an import as cases with their people, judged by what is in the portal now. */
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
import { loadRows, openValue } from "./stored-rows.ts";
import { isExample } from "./template.ts";

type State = Awaited<ReturnType<typeof loadRows>>[number]["state"];
export type LoadedImport = {
  groups: CaseGroup[];
  options: ImportOptions;
  stateOf: (sheet: ImportSheet, number: number) => State | undefined;
};

const optionsOf = ({ options }: ImportRecord): ImportOptions => ({
  ...usualOptions,
  ...options,
});

export async function loadGroups(executor: Executor, row: ImportRecord): Promise<LoadedImport> {
  const columns: ImportColumnsOf = row.columns
    ? openValue(row.columns)
    : { cases: null, people: null };
  const mapping = mappingOf(row);
  const states = new Map<string, State>();
  const load = async (sheet: ImportSheet): Promise<SheetToCheck> => {
    const chosen = mapping[sheet];
    const rows = chosen === null ? [] : await loadRows(executor, row.id, sheet);
    for (const { number, state } of rows) states.set(`${sheet} ${number}`, state);
    return {
      heads: columns[sheet]?.map(({ head }) => head) ?? [],
      mapping: chosen ?? {},
      rows: rows.filter((one) => !isExample(one, chosen?.["caseId"])),
    };
  };
  const options = optionsOf(row);
  const known = await loadKnown(executor);
  const groups = checkImport({
    cases: await load("cases"),
    people: mapping.people === null ? null : await load("people"),
    options,
    known,
  });
  return { groups, options, stateOf: (sheet, number) => states.get(`${sheet} ${number}`) };
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
