/** A bureau's lists, taken out of one portal and brought in to another that is empty. */
import { readFileSync } from "node:fs";
import { eq, getTableColumns } from "drizzle-orm";
import { afterEach, beforeAll, expect, it } from "vitest";
import { caseStatuses } from "contract/case-status";
import { type ExportFormat, exportsApi } from "contract/exports";
import { type Role, roleLabels } from "contract/session";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { numberColumns } from "#server/modules/applicants/applicant-rows.ts";
import { buildListBureau } from "#testing/case-list-bureau.ts";
import { readCsv } from "#testing/csv.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { type ImportFile, runImportOf } from "#testing/imported.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

type Row = Record<string, unknown>;
type Taken = {
  file: (list: (typeof lists)[number], format: ExportFormat) => ImportFile;
  stored: Record<"cases" | "applicants", Row[]>;
};
const types: Record<ExportFormat, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

let portal: TestApp;
let old: Taken;
beforeAll(async () => {
  portal = await openTestApp();
  const { admin } = await buildListBureau(portal, caseStatuses.length);
  await buildFamily();
  old = await takeOut(admin);
  await portal.close();
}, 60_000);
afterEach(() => portal.close());

/** With everything that can be said of a case and of a person. */
async function buildFamily(): Promise<void> {
  const adviser = await buildUser({ role: "agent" });
  const client = await buildUser();
  const { id: caseId } = await buildCase({
    caseId: "VU-2027-0001",
    title: '\'=SUM(A1) عائلة "Haddad", first',
    description: "=two\nlines; with, all",
    status: "courier",
    lastStatusUpdatedAt: "2025-03-04T11:12:13.000Z",
    createdAt: "2023-09-08T07:06:05.000Z",
    submissionOn: "2026-12-24",
    gender: "Ms.",
    fiuFee: 1_234_567,
    citizenshipFee: 5_000_000_99,
    numberOfApplicants: 4,
    assignedTo: [adviser, client],
  });
  const main = await buildApplicant({
    caseId,
    fullName: "نديم حدّاد",
    gender: "male",
    dateOfBirth: "1980-02-29",
    nationality: "Lebanese",
    maritalStatus: "married",
    residences: ["FRA", "ARE"],
    passportName: "HADDAD, NADIM",
    passportCountry: "LBN",
    passportExpiresOn: "2031-07-04",
    placeOfBirth: "Tripoli",
  });
  await runtime.database
    .update(applicants)
    .set(numberColumns("LR0012345", main.id, { caseKey: await makeCaseKey(caseId) }));
  await buildApplicant({ caseId, position: 1, fullName: "+Sara O’Brien", category: "Spouse" });
  for (const position of [2, 3])
    await buildApplicant({
      caseId,
      position,
      fullName: `Child ${position}`,
      category: "Dependent Child",
      dateOfBirth: `201${position}-12-01`,
      gender: "female",
    });
}

const lists = ["cases", "people", "users"] as const;
const formats = ["csv", "xlsx"] as const;

async function takeOut(admin: TestClient): Promise<Taken> {
  const files = new Map<string, ImportFile>();
  for (const list of lists)
    for (const format of formats) {
      const { bytes } = await admin.send(exportsApi[list], { query: { format } });
      files.set(`${list}.${format}`, { name: `${list}.${format}`, bytes, type: types[format] });
    }
  const found = await runtime.database
    .select({ caseFile: cases, person: applicants })
    .from(cases)
    .leftJoin(applicants, eq(applicants.caseId, cases.id))
    .orderBy(cases.caseId, applicants.position);
  return {
    file: (list, format) => files.get(`${list}.${format}`) as ImportFile,
    stored: {
      cases: [...new Map(found.map(({ caseFile }) => [caseFile.id, caseFile])).values()],
      applicants: found.flatMap(({ person }) => person ?? []),
    },
  };
}

/** The accounts are there before the cases that name them. */
async function openEmpty(): Promise<TestClient> {
  portal = await openTestApp();
  const roles = Object.fromEntries(
    Object.entries(roleLabels).map(([role, label]) => [label, role]),
  );
  const [, ...rows] = readCsv(old.file("users", "csv").bytes);
  for (const [firstName = "", lastName = "", email = "", role = ""] of rows)
    await buildUser({ firstName, lastName, email, role: roles[role] as Role });
  return portal.as(await buildAdmin());
}

const names = { cases: "Of a case", applicants: "Of a person" } as const;

/** Without the columns that are made anew, as docs/exports.md names them. */
function comesBack(table: keyof Taken["stored"]): string[] {
  const page = readFileSync(new URL("../../../../docs/exports.md", import.meta.url), "utf8");
  const [, section = ""] = page.split("## What comes back");
  const [, named = ""] = new RegExp(`^\\| ${names[table]} *\\|(.*)\\|$`, "m").exec(section) ?? [];
  const anew = new Set([...named.matchAll(/`(\w+)`/g)].map(([, column]) => column));
  const inDatabase = (key: string) =>
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const keys = Object.keys(getTableColumns({ cases, applicants }[table]));
  return keys.filter((key) => !anew.has(inDatabase(key)));
}

const only = (rows: readonly Row[], keys: readonly string[]) =>
  rows.map((row) => Object.fromEntries(keys.map((key) => [key, row[key]])));

/** Of a list, without the columns that tell of this portal alone. */
function listed(file: ImportFile, leftOut: readonly string[]): Row[] {
  const [heads = [], ...rows] = readCsv(file.bytes);
  return rows.map((cells) =>
    Object.fromEntries(
      heads.flatMap((head, at) => (leftOut.includes(head) ? [] : [[head, cells[at]]])),
    ),
  );
}

const byCode = (one: Row, other: Row) =>
  String(one["Case ID"]) < String(other["Case ID"]) ? -1 : 1;

it.each(formats)("is the same bureau there, column by column (%s)", async (format) => {
  const admin = await openEmpty();
  const files = [old.file("cases", format), old.file("people", format)];
  // Two tables of CSV go together; an Excel file of people follows that of the cases.
  const imports = format === "csv" ? [files] : files.map((file) => [file]);
  for (const together of imports) {
    const { counts } = await runImportOf(admin, together, { existing: "update" });
    expect(counts).toMatchObject({ blocked: 0, warned: 0, skipped: 0, failed: 0 });
  }
  const now = await takeOut(admin);
  for (const table of ["cases", "applicants"] as const) {
    const columns = comesBack(table);
    expect(columns.length).toBeGreaterThan(7);
    expect(only(now.stored[table], columns)).toEqual(only(old.stored[table], columns));
  }
  for (const [list, leftOut] of [
    ["cases", ["Updated at", "Checklist"]],
    ["people", ["Passport number"]],
  ] as const)
    expect(listed(now.file(list, "csv"), leftOut).toSorted(byCode)).toEqual(
      listed(old.file(list, "csv"), leftOut).toSorted(byCode),
    );
  const statuses = new Set(now.stored.cases.map(({ status }) => status));
  expect(statuses).toEqual(new Set(caseStatuses));
});
