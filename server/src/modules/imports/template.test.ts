import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { ZipFile } from "yazl";
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
  runImportOf,
} from "#testing/imported.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

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
  it("imports as CSV without a problem when it is filled in, its examples left [W-IMP-002]", async () => {
    const own = newCode();
    const cases = await templateOf({ format: "csv" });
    const people = await templateOf({ kind: "people", format: "csv" });
    const done = await runImportOf(admin, [
      csvFile(`${cases.bytes.toString()}${own},A,Nauru,Lebanese\r\n`),
      csvFile(`${people.bytes.toString()}${own},A B,Main Applicant\r\n`, "people.csv"),
    ]);
    expect(done.counts).toMatchObject({ created: 2, blocked: 0, warned: 0, failed: 0 });
    expect(await caseOf("EXAMPLE-1")).toBeUndefined();
  });

  it("imports as Excel without a problem when it is filled in, its examples left [W-IMP-002]", async () => {
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
  });

  it("says at its heads what is meant, and offers what may stand below", async () => {
    const { bytes } = await templateOf({});
    const sheets = await readXlsx(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(["Cases", "People"]);
    const parts = await unpacked(bytes);
    const cases = parts.get("xl/worksheets/sheet1.xml") ?? "";
    expect(cases).toContain('promptTitle="Case ID" prompt="Required. The same in both sheets.');
    expect(cases).toContain('sqref="C2:C20001"><formula1>Lists!$A$2:$A$3</formula1>');
    expect(parts.get("xl/worksheets/sheet3.xml")).toContain("Dependent Resident");
  });
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

async function unpacked(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes, { autoClose: false });
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return parts;
}

/** One row behind the examples of each sheet, as a spreadsheet program writes it. */
async function withRows(bytes: Buffer, rows: string[][]): Promise<ImportFile["bytes"]> {
  const zip = new ZipFile();
  for (const [name, xml] of await unpacked(bytes)) {
    const cells = rows[Number(/sheet(\d)\.xml$/.exec(name)?.[1]) - 1] ?? [];
    const written = cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
    const row = written === "" ? "" : `<row r="4">${written}</row>`;
    zip.addBuffer(Buffer.from(xml.replace("</sheetData>", `${row}</sheetData>`)), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}
