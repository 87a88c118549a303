import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { runCommandBeside } from "#testing/command-beside.ts";
import { buildAgreement } from "#testing/factories/agreements.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildDossier } from "#testing/factories/dossiers.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildSample } from "#testing/factories/samples.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

type Manifest = {
  format: string;
  files: { path: string; bytes: number; sha256: string }[];
  missing: { path: string; record: string }[];
};
type Schema = { $defs: Record<string, { properties: Record<string, unknown> }> };

let portal: TestApp;
let directory: string;
let folder: string;
let runs = 0;

beforeAll(async () => {
  portal = await openTestApp();
  directory = await mkdtemp(join(tmpdir(), "portal-export-"));
  const first = await buildCase({ caseId: "VU-2026-0001", title: "=Sarrouf" });
  const caseId = first.id;
  await buildApplicant({ caseId, fullName: "نديم Sarrouf" });
  const content = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
  await buildDocument({ caseId, category: "passport", content: content("passport") });
  await buildDocument({ caseId, isCurrent: false, content: content("earlier") });
  await buildComment({ caseId, message: "-5 days" });
  await buildAgreement({ caseId, content: content("agreement") });
  await buildInvoiceFile(await buildInvoice({ caseId }), { content: content("invoice") });
  await buildDossier({ caseId });
  await buildCase({ caseId: "NR-2026-0001", citizenshipProgram: "nauru" });
  await buildSample();
});
beforeEach(() => {
  folder = join(directory, `export-${(runs += 1)}`);
});
afterAll(async () => {
  await portal.close();
  await rm(directory, { recursive: true, force: true });
});

const run = (...wishes: string[]) => runCommandBeside("export", [folder, ...wishes]);
const read = (path: string) => readFile(join(folder, path));
const json = async <T>(path: string) => JSON.parse((await read(path)).toString()) as T;
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function paths(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

/** Every file but itself, as it is. */
async function requireWhole(): Promise<Manifest> {
  const manifest = await json<Manifest>("manifest.json");
  const named = manifest.files.map(({ path }) => path);
  expect([...named, "manifest.json"].toSorted()).toEqual(await paths());
  for (const { path, bytes, sha256: digest } of manifest.files) {
    const there = await read(path);
    expect({ path, bytes: there.length, digest: sha256(there) }).toEqual({ path, bytes, digest });
  }
  return manifest;
}

const countOf = async (table: string) => {
  const { rows } = await runtime.database.execute<{ count: number }>(
    sql.raw(`select count(*)::int as count from ${table}`),
  );
  return rows[0]?.count;
};

describe("npm run export", () => {
  it(
    "holds every row and every file, and says that nothing is encrypted",
    { tags: ["W-EXP-012"] },
    async () => {
      const { exitCode, output, complaint } = await run();
      expect({ exitCode, complaint }).toEqual({ exitCode: 0, complaint: "" });
      expect(output).toMatch(/^These files are not encrypted\.\n.* and 2 cases in \d+ files\.\n$/);
      const { files, missing } = await requireWhole();
      expect(missing).toEqual([]);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      const { $defs } = await json<Schema>("schema.json");
      for (const table of Object.keys($defs)) {
        const lines = (await read(`tables/${table}.jsonl`)).toString().split("\n").slice(0, -1);
        expect([table, lines.length]).toEqual([table, await countOf(table)]);
      }
      const digests = new Set(files.map((file) => file.sha256));
      for (const text of ["passport", "earlier", "agreement", "invoice"])
        expect(digests).toContain(sha256(Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)));
      const made = /\.(jsonl?|csv|html|md)$/;
      const papers = files.filter(({ path }) => !made.test(path) && !path.endsWith(".jsonl"));
      expect(papers).toHaveLength(await runtime.database.$count(storedFiles));
      const [event] = await runtime.database
        .select()
        .from(securityEvents)
        .where(sql`kind = 'bureau.exported'`);
      expect(event?.metadata).toEqual({ withFiles: true, cases: null });
    },
  );

  it("holds nothing that opens an account or a file", async () => {
    await run("--without-files");
    const tables = Object.keys((await json<Schema>("schema.json")).$defs);
    for (const secret of ["sessions", "tokens", "case_keys", "mail_outbox", "otp_verifications"])
      expect(tables).not.toContain(secret);
    const { $defs } = await json<Schema>("schema.json");
    const columns = new Set(
      Object.entries($defs).flatMap(([table, { properties }]) =>
        Object.keys(properties).map((column) => `${table}.${column}`),
      ),
    );
    expect([...(await secretColumns())].filter((column) => columns.has(column))).toEqual([]);
    expect((await paths()).filter((path) => path.endsWith(".pdf"))).toEqual([]);
    const csv = (await read("tables/cases.csv")).toString();
    expect(csv).toContain(",'=Sarrouf,");
  });

  it("is of the named cases alone, and of no unknown one", async () => {
    await run("--cases=nr-2026-0001");
    const { files } = await requireWhole();
    const folders = new Set(files.flatMap(({ path }) => /^cases\/([^/]+)\//.exec(path)?.[1] ?? []));
    expect(folders).toEqual(new Set(["NR-2026-0001"]));
    const { exitCode, complaint } = await run("--cases=VU-9");
    expect({ exitCode, complaint }).toEqual({ exitCode: 1, complaint: "There is no case VU-9.\n" });
  });

  it("goes on where it was interrupted, and ends complete", { tags: ["W-EXP-013"] }, async () => {
    await run();
    const passport = (await paths()).find((path) => path.includes("Stage 1")) ?? "";
    const line = (await json<Manifest>("manifest.json")).files.find(
      ({ path }) => path === passport,
    );
    const [row] = await runtime.database
      .select({ storageKey: storedFiles.storageKey })
      .from(storedFiles)
      .where(sql`kind = 'document'`)
      .orderBy(storedFiles.id);
    // As it is left when the process is killed: no manifest, a journal with half a line, a file that is half written.
    await rm(join(folder, "manifest.json"));
    const noted = JSON.stringify({ ...line, source: row?.storageKey });
    await writeFile(join(folder, ".export-1.jsonl"), `${noted}\n{"path":"cases/VU`);
    await writeFile(join(folder, "cases", "half.pdf.part"), "half");
    await rm(join(folder, "tables", "cases.csv"));
    const before = await stat(join(folder, passport));
    const again = await run();
    expect(again).toMatchObject({ exitCode: 0, complaint: "" });
    await requireWhole();
    // It was not read again.
    expect((await stat(join(folder, passport))).ino).toBe(before.ino);
    expect((await run()).exitCode).toBe(0);
    await requireWhole();
  });

  it("refuses a folder of others", { tags: ["W-EXP-013"] }, async () => {
    folder = directory;
    const { exitCode, complaint } = await run();
    expect(exitCode).toBe(1);
    expect(complaint).toContain("holds other files");
  });

  it("names what is missing and ends 1", async () => {
    const lost = await buildDocument({ originalName: "lost.pdf" });
    await runtime.files.current.remove(lost.filePath);
    const { exitCode, complaint } = await run();
    expect(exitCode).toBe(1);
    expect(complaint).toMatch(/^Missing: cases\/.*\/lost\.pdf \(document \d+\)\n$/);
    expect((await requireWhole()).missing).toHaveLength(1);
  });

  it("has its every column in docs/exports.md", { tags: ["W-EXP-014", "W-IMP-027"] }, async () => {
    await run("--without-files");
    const page = (await readFile(new URL("../../docs/exports.md", import.meta.url))).toString();
    const { $defs } = await json<Schema>("schema.json");
    for (const [table, { properties }] of Object.entries($defs)) {
      const [, described = ""] =
        new RegExp(`^\\| \`${table}\`\\s*\\|(.*)\\|$`, "m").exec(page) ?? [];
      const named = [...described.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
      expect({ table, columns: named.toSorted() }).toEqual({
        table,
        columns: Object.keys(properties).toSorted(),
      });
    }
  });
});

/** Those of docs/data-classes.md that are secret. */
async function secretColumns(): Promise<string[]> {
  const page = (await readFile(new URL("../../docs/data-classes.md", import.meta.url))).toString();
  const [, columns = ""] = page.split("## Columns");
  return [...columns.matchAll(/^\| `(\w+)` *\|([^|]*)\|/gm)].flatMap(([, table, secret = ""]) =>
    [...secret.matchAll(/`(\w+)`/g)].map(([, column]) => `${table}.${column}`),
  );
}
