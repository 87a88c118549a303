import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { applicantsApi } from "contract/applicants";
import { MEGABYTE } from "contract/files";
import { importsApi } from "contract/imports";
import { readXlsx } from "#server/files/sheets/read-xlsx.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import {
  caseOf,
  caseTable,
  checkImportOf,
  csvFile,
  type ImportFile,
  newCode,
  rowsOfImport,
  runImportOf,
} from "#testing/imported.ts";
import { zipOf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { unzip } from "#testing/unzip.ts";

const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

const templateOf = async (query: { kind?: "cases" | "people"; format?: "csv" | "xlsx" }) =>
  admin.send(importsApi.template, { query });

describe("the template", () => {
  it(
    "imports as CSV without a problem when it is filled in, its examples left",
    { tags: ["W-IMP-002"] },
    async () => {
      const own = newCode();
      const cases = await templateOf({ format: "csv" });
      const people = await templateOf({ kind: "people", format: "csv" });
      const done = await runImportOf(admin, [
        csvFile(`${cases.bytes.toString()}${own},A,Nauru,Lebanese\r\n`),
        csvFile(`${people.bytes.toString()}${own},A B,Main Applicant\r\n`, "people.csv"),
      ]);
      expect(done.counts).toMatchObject({ created: 2, blocked: 0, warned: 0, failed: 0 });
      expect(await caseOf("EXAMPLE-1")).toBeUndefined();
    },
  );

  it(
    "imports as Excel without a problem when it is filled in, its examples left",
    { tags: ["W-IMP-002"] },
    async () => {
      const own = newCode();
      const { bytes, headers } = await templateOf({});
      expect(headers["content-type"]).toBe(EXCEL);
      expect(headers["content-disposition"]).toContain('filename="import.xlsx"');
      const filled = await withRows(bytes, [
        [own, "عائلة حداد", "Nauru", "Lebanon"],
        [own, "أمينة حداد", "Main Applicant", "Female"],
      ]);
      const done = await runImportOf(admin, [{ name: "cases.xlsx", bytes: filled, type: EXCEL }]);
      expect(done.counts).toMatchObject({ created: 2, blocked: 0, warned: 0, failed: 0 });
      expect(await caseOf(own)).toMatchObject({ title: "عائلة حداد", nationality: "Lebanese" });
      expect(await caseOf("EXAMPLE-1")).toBeUndefined();
    },
  );

  it("says at its heads what is meant, and offers what may stand below", async () => {
    const { bytes } = await templateOf({});
    const sheets = await readXlsx(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(["Cases", "People"]);
    const parts = await unzip(bytes);
    const cases = String(parts.get("xl/worksheets/sheet1.xml"));
    expect(cases).toContain('promptTitle="Case ID" prompt="Required. The same in both sheets.');
    expect(cases).toContain('sqref="C2:C20001"><formula1>Lists!$A$2:$A$3</formula1>');
    expect(String(parts.get("xl/worksheets/sheet3.xml"))).toContain("Dependent Resident");
  });
});

it("a workbook of LibreOffice comes in: days, amounts, formulas, a head over two columns, empty rows", async () => {
  const bytes = readFileSync(new URL("fixtures/libreoffice.xlsx", import.meta.url));
  const { id, counts } = await runImportOf(admin, [{ name: "cases.xlsx", bytes, type: EXCEL }]);
  expect(counts).toMatchObject({ rows: 6, created: 5, blocked: 1, warned: 0, failed: 0 });
  const rows = await rowsOfImport(admin, id);
  expect(rows.map(({ sheet, number, state }) => `${sheet} ${number} ${state}`)).toEqual([
    "cases 2 created",
    "cases 5 created",
    "cases 6 blocked",
    "people 2 created",
    "people 3 created",
    "people 5 created",
  ]);
  expect(rows[2]?.problems).toEqual([
    { column: "Description", text: "The cell holds a formula error", level: "problem" },
  ]);
  expect(await caseOf("LO-1")).toMatchObject({
    title: "عائلة حدّاد",
    status: "courier",
    fiuFee: 500_000,
    citizenshipFee: 13_000_000,
    numberOfApplicants: 3,
    description: "LO-1 came in 2024",
    submissionOn: "2027-03-01",
    createdAt: "2024-11-20T20:00:00.000Z",
  });
  const other = await caseOf("LO.17");
  expect(other).toMatchObject({
    title: "García & Söhne",
    nationality: "Nigerian",
    fiuFee: 10,
    citizenshipFee: 9995,
    description: "first line\nsecond line",
    createdAt: "2023-02-27T20:00:00.000Z",
  });
  const people = async (code: string) => {
    const { id: caseId = 0 } = (await caseOf(code)) ?? {};
    const stored = await admin.call(applicantsApi.list, { params: { id: caseId } });
    return stored.map(({ fullName, dateOfBirth, residences, passportEnding }) => [
      fullName,
      dateOfBirth,
      residences,
      passportEnding,
    ]);
  };
  expect(await people("LO-1")).toEqual([
    ["نديم حدّاد", "1955-06-07", ["LBN", "FRA"], "345"],
    ["Zoë O’Brien", "1960-02-29", null, "789"],
  ]);
  expect(await people("LO.17")).toEqual([["José García", "1985-04-12", null, null]]);
});

it("the problems come as a file: row, column, value, problem", async () => {
  const [own, other] = [newCode(), newCode()];
  const people = `Case ID,Full name,Category\n${own},Amina,Main Applicant\n${own},Karim,Uncle`;
  const { id } = await checkImportOf(admin, [
    caseTable(`${own},A,nauru,Lebanese`, "", `${other},B,=atlantis,Lebanese`),
    csvFile(people, "people.csv"),
  ]);
  const { bytes, headers } = await admin.send(importsApi.rows, {
    params: { id },
    query: { format: "csv" },
  });
  expect(headers["content-disposition"]).toContain('filename="problems.csv"');
  expect(bytes.toString()).toBe(
    [
      "\uFEFFRow,Column,Value,Problem,Sheet",
      `4,Program,'=atlantis,"Unknown program ""=atlantis""",cases`,
      `3,Category,Uncle,"Unknown category ""Uncle""",people`,
      "",
    ].join("\r\n"),
  );
  await admin.refused(404, importsApi.rows, { params: { id: 999_999 }, query: { format: "csv" } });
});

it("an archive of scans is a ZIP; a table is none, and none is a table", async () => {
  const bytes = await zipOf([{ name: "a/b.pdf", content: "%PDF-" }]);
  const send = (kind: string, name: string, type: string) =>
    admin.refused(400, importsApi.create, {
      files: [{ field: "file", name, bytes, type }],
      fields: { kind },
    });
  expect((await send("scans", "a.pdf", "application/pdf")).message).toBe("Choose a ZIP file");
  expect((await send("scans", "a.xlsx", "")).message).toBe("Choose a ZIP file");
  expect((await send("cases", "a.zip", "application/zip")).message).toBe(
    "Choose a CSV or Excel file",
  );
  const table = Buffer.alloc(20 * MEGABYTE + 1, "a,b\n");
  const large = await admin.refused(413, importsApi.create, {
    files: [{ field: "file", name: "a.csv", bytes: table, type: "text/csv" }],
    fields: { kind: "cases" },
  });
  expect(large.message).toBe("The file is larger than 20 MB");
});

/** One row behind the examples of each sheet, as a spreadsheet program writes it. */
async function withRows(bytes: Buffer, rows: string[][]): Promise<ImportFile["bytes"]> {
  const zip = new ZipFile();
  for (const [name, xml] of await unzip(bytes)) {
    const cells = rows[Number(/sheet(\d)\.xml$/.exec(name)?.[1]) - 1] ?? [];
    const written = cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
    const row = written === "" ? "" : `<row r="4">${written}</row>`;
    zip.addBuffer(Buffer.from(String(xml).replace("</sheetData>", `${row}</sheetData>`)), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}
