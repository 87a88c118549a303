/** Files of cases, brought in step by step; the work of each job is done at once. */
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { type Import, type ImportOptions, importsApi, usualOptions } from "contract/imports";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { checkRows } from "#server/modules/imports/check-rows.ts";
import { readFile } from "#server/modules/imports/read-file.ts";
import { runImport } from "#server/modules/imports/run-import.ts";
import type { TestClient } from "./test-client.ts";

const { create, get, rows, saveMapping, start } = importsApi;

export type ImportFile = { name: string; bytes: Buffer; type: string };
export const csvFile = (text: string, name = "cases.csv"): ImportFile => ({
  name,
  bytes: Buffer.from(text),
  type: "text/csv",
});
const HEADS = "Case ID,Title,Program,Nationality,Status,Status since,Created on,FIU fee,Advisers";
export const caseTable = (...lines: string[]) => csvFile([HEADS, ...lines].join("\n"));

let codes = 0;
export const newCode = () => `OLD-${(codes += 1)}x`;

export async function uploadImport(admin: TestClient, ...files: ImportFile[]): Promise<Import> {
  const uploaded = await admin.call(create, {
    files: files.map((file) => ({ field: "file", ...file })),
    body: { kind: "cases" },
  } as never);
  await readFile(uploaded.id);
  return admin.call(get, { params: { id: uploaded.id } });
}

export async function checkImportOf(
  admin: TestClient,
  files: ImportFile[],
  options: Partial<ImportOptions> = {},
): Promise<Import> {
  const read = await uploadImport(admin, ...files);
  expect(read.reason).toBeNull();
  await admin.call(saveMapping, {
    params: { id: read.id },
    body: { mapping: read.mapping, options: { ...usualOptions, ...options } },
  });
  await checkRows(read.id);
  return admin.call(get, { params: { id: read.id } });
}

export async function runImportOf(
  admin: TestClient,
  files: ImportFile[],
  options: Partial<ImportOptions> = {},
): Promise<Import> {
  const { id } = await checkImportOf(admin, files, options);
  await admin.call(start, { params: { id }, body: { withoutBlocked: true } });
  await runImport(id);
  return admin.call(get, { params: { id } });
}

export const rowsOfImport = async (admin: TestClient, id: number) =>
  (await admin.call(rows, { params: { id } })).rows;

export async function caseOf(caseId: string) {
  const [row] = await runtime.database.select().from(cases).where(eq(cases.caseId, caseId));
  return row;
}
