import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { casesApi } from "contract/cases";
import { type ImportOptions, importsApi } from "contract/imports";
import { runtime } from "#server/core/runtime.ts";
import { importRows } from "#server/database/tables/import-rows.ts";
import { imports } from "#server/database/tables/imports.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { collect } from "#server/files/plain-source.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import {
  caseOf,
  caseTable,
  csvFile,
  type ImportFile,
  newCode,
  runImportOf,
  uploadImport,
} from "#testing/imported.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { forgetOld } from "./forget-old.ts";
import { undoImport } from "./undo-import.ts";

const { create, get, undo } = importsApi;

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

const csv = csvFile;
const table = caseTable;
const code = newCode;
const upload = (...files: ImportFile[]) => uploadImport(admin, ...files);
const run = (files: ImportFile[], options?: Partial<ImportOptions>) =>
  runImportOf(admin, files, options);

describe("taking back", () => {
  it(
    "removes what nobody has touched, restores cells, and keeps what was worked on",
    { tags: ["W-IMP-022"] },
    async () => {
      const [plain, worked, old] = [code(), code(), (await buildCase({ title: "Before" })).caseId];
      const done = await run(
        [
          table(
            `${plain},A,nauru,Lebanese`,
            `${worked},B,nauru,Lebanese`,
            `${old},After,${(await caseOf(old))?.citizenshipProgram},`.replace(/,$/, ",Lebanese"),
          ),
        ],
        { existing: "update" },
      );
      expect(done.counts).toMatchObject({ created: 2, updated: 1 });
      const { id = 0 } = (await caseOf(worked)) ?? {};
      await admin.call(casesApi.update, { params: { id }, body: { title: "Worked on" } });
      await admin.call(undo, { params: { id: done.id } });
      await undoImport(done.id);
      const undone = await admin.call(get, { params: { id: done.id } });
      expect(undone).toMatchObject({
        state: "undone",
        counts: { removed: 1, restored: 1, kept: 1 },
      });
      expect(await caseOf(plain)).toBeUndefined();
      expect(await caseOf(worked)).toMatchObject({ title: "Worked on" });
      expect(await caseOf(old)).toMatchObject({ title: "Before" });
    },
  );

  it(
    "is refused after a day, and while a later import stands on the same cases",
    { tags: ["W-IMP-023"] },
    async () => {
      const own = code();
      const first = await run([table(`${own},A,nauru,Lebanese`)]);
      const later = await run([table(`${own},B,nauru,Lebanese`)], { existing: "update" });
      expect((await admin.refused(409, undo, { params: { id: first.id } })).message).toBe(
        "Undo the later import first",
      );
      await runtime.database
        .update(imports)
        .set({ undoUntil: sql`now() - interval '1 second'` })
        .where(eq(imports.id, later.id));
      expect((await admin.refused(409, undo, { params: { id: later.id } })).message).toBe(
        "It is too late to undo this import",
      );
    },
  );
});

it(
  "forgets file, rows and what was there before after thirty days",
  { tags: ["W-IMP-024"] },
  async () => {
    const done = await run([table(`${code()},A,nauru,Lebanese`)]);
    const [row] = await runtime.database.select().from(imports).where(eq(imports.id, done.id));
    await runtime.database
      .update(imports)
      .set({ finishedAt: sql`now() - interval '31 days'` })
      .where(eq(imports.id, done.id));
    await forgetOld();
    const left = await runtime.database
      .select({ raw: importRows.raw, made: importRows.made, before: importRows.before })
      .from(importRows)
      .where(eq(importRows.importId, done.id));
    expect(left).toEqual([{ raw: null, made: null, before: null }]);
    const living = await runtime.database
      .select()
      .from(storedFiles)
      .where(
        and(eq(storedFiles.id, row?.storedFileId ?? 0), sql`${storedFiles.deletedAt} is null`),
      );
    expect(living).toEqual([]);
    expect((await admin.call(get, { params: { id: done.id } })).counts).toMatchObject({
      created: 1,
    });
  },
);

async function xlsx(parts: Record<string, string | Buffer>): Promise<ImportFile> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return {
    name: "cases.xlsx",
    bytes: await collect(zip.outputStream as AsyncIterable<Buffer>),
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  };
}

describe("a file that is not what it should be", () => {
  const reasonOf = async (file: ImportFile) => (await upload(file)).reason;

  it("is unreadable, with its reason", { tags: ["W-IMP-016"] }, async () => {
    const many = `Case ID,Title\n${"A,B\n".repeat(20_001)}`;
    expect(await reasonOf(csv(many))).toBe("More than 20,000 cases.");
    expect(
      await reasonOf(await xlsx({ "xl/vbaProject.bin": "x", "xl/workbook.xml": "<a/>" })),
    ).toBe("The file holds macros. Save it without them.");
    const picture = { ...(await xlsx({})), bytes: Buffer.from("\x89PNG\r\n\x1a\n0000", "latin1") };
    const refused = await admin.refused(400, create, {
      files: [{ field: "file", ...picture }],
      body: { kind: "cases" },
    } as never);
    expect(refused.message).toBe("Choose a CSV or Excel file");
  });
});
