import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MEGABYTE } from "contract/files";
import { type Import, importsApi } from "contract/imports";
import { runtime } from "#server/core/runtime.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { documents } from "#server/database/tables/documents.ts";
import { notifications } from "#server/database/tables/notifications.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { spend } from "#server/database/token-buckets.ts";
import { type ClamdStandIn, EICAR, openClamdStandIn } from "#testing/clamd-stand-in.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { linked, renamed } from "#testing/file-samples/containers.ts";
import { rowsOfImport } from "#testing/imported.ts";
import { samplePdf, zipOf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { checkRows } from "./check-rows.ts";
import { readFile } from "./read-file.ts";
import { runImport } from "./run-import.ts";
import { undoImport } from "./undo-import.ts";

const { create, get, start, pause, placeRow, addFile, undo } = importsApi;

let scanner: ClamdStandIn;
let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  scanner = await openClamdStandIn();
  portal = await openTestApp({
    settings: { CLAMD_ADDRESS: scanner.address, SCAN: "required", RATE_LIMITS: "on" },
  });
  admin = await portal.as(await buildAdmin());
});
afterAll(async () => {
  await portal.close();
  await scanner.close();
});

let numbers = 0;
const someCase = () => buildCase({ caseId: `SC-${(numbers += 1)}` });
let pages = 0;
/** Different each time. */
const paper = async () => Buffer.concat([await samplePdf(), Buffer.from(`%${(pages += 1)}`)]);

const twoPapers = async (code: string) =>
  zipOf([
    { name: `${code}/a.pdf`, content: await paper() },
    { name: `${code}/b.pdf`, content: await paper() },
  ]);

async function upload(bytes: Buffer): Promise<Import> {
  const made = await admin.call(create, {
    files: [{ field: "file", name: "scans.zip", bytes, type: "application/zip" }],
    fields: { kind: "scans" },
  });
  await readFile(made.id);
  await checkRows(made.id);
  return admin.call(get, { params: { id: made.id } });
}

async function run(id: number): Promise<Import> {
  await admin.call(start, { params: { id }, body: { withoutBlocked: true } });
  await runImport(id);
  return admin.call(get, { params: { id } });
}

const documentsOf = (caseId: number) =>
  runtime.database
    .select({
      name: documents.originalName,
      category: documents.category,
      assignedTo: documents.assignedTo,
      reviewState: documents.reviewState,
    })
    .from(documents)
    .where(eq(documents.caseId, caseId))
    .orderBy(documents.id);

describe("an archive of scans", () => {
  it(
    "lands at case, person and kind by its names, and tells nobody",
    { tags: ["W-IMP-017", "W-IMP-014"] },
    async () => {
      const { id: caseId, caseId: code } = await someCase();
      const main = await buildApplicant({ caseId, fullName: "Amina", category: "Main Applicant" });
      const child = await buildApplicant({ caseId, fullName: "Lena", category: "Dependent Child" });
      const names = [
        `${code}/Main/PP - front.pdf`,
        `${code}/lena/birth.pdf`,
        `${code}/passport.pdf`,
        `${code}/letter.pdf`,
        `${code}_2_PCC_x.pdf`,
        "__MACOSX/x.pdf",
        "Nobody/Main/PP.pdf",
      ];
      const parts = await Promise.all(
        names.map(async (name) => ({ name, content: await paper() })),
      );
      const before = await runtime.database.$count(notifications);
      const read = await upload(await zipOf(parts));
      expect(read).toMatchObject({ state: "checked", counts: { rows: 6, ready: 5, blocked: 1 } });
      const rows = await rowsOfImport(admin, read.id);
      expect(
        rows.map(({ number, applicantId, category }) => [number, applicantId, category]),
      ).toEqual([
        [1, main.id, "passport"],
        [2, child.id, "birth"],
        [3, null, "passport"],
        [4, null, "uncategorized"],
        [5, child.id, "police-residence"],
        [7, null, "uncategorized"],
      ]);
      expect(rows[5]?.problems.map(({ text }) => text)).toEqual(['No case "Nobody"']);
      expect(await documentsOf(caseId)).toEqual([]);
      expect((await run(read.id)).counts).toMatchObject({ created: 5, blocked: 1 });
      expect(await documentsOf(caseId)).toMatchObject([
        { name: "Main - PP - front.pdf", category: "passport", assignedTo: main.id },
        { name: "Child - birth.pdf", category: "birth", assignedTo: child.id },
        { name: "passport.pdf", category: "passport", assignedTo: null },
        { name: "letter.pdf", category: "uncategorized", reviewState: "waiting" },
        { name: `Child - ${code}_2_PCC_x.pdf`, category: "police-residence", assignedTo: child.id },
      ]);
      expect(await runtime.database.$count(notifications)).toBe(before);
      const [line] = await runtime.database
        .select({ metadata: caseEvents.metadata })
        .from(caseEvents)
        .where(and(eq(caseEvents.caseId, caseId), eq(caseEvents.action, "upload")));
      expect(line?.metadata).toMatchObject({ importId: read.id, category: "passport" });
    },
  );

  it(
    "keeps outside what leads out, links, archives and what is too large",
    { tags: ["W-IMP-018"] },
    async () => {
      const { caseId: code } = await someCase();
      const good = await paper();
      const small = await zipOf([
        { name: `${code}/a.pdf`, content: good },
        { name: `${code}/xxxxxxxx.pdf`, content: good },
        { name: `yabsolute/${code}/b.pdf`, content: good },
        { name: `${code}/inner.zip`, content: await zipOf([{ name: "a.pdf", content: good }]) },
        { name: `${code}/run.exe`, content: "MZ" },
      ]);
      const patched = renamed(renamed(small, "xxxxxxxx", "../../xx"), "yabsolute", "/absolute");
      const judged = await upload(linked(patched, `${code}/a.pdf`));
      const rows = await rowsOfImport(admin, judged.id);
      expect(rows.map(({ state, problems }) => [state, problems[0]?.text])).toEqual([
        ["blocked", "A link is not a file"],
        ["blocked", "The name leads out of the archive"],
        ["blocked", "The name leads out of the archive"],
        ["blocked", "An archive in the archive is not opened"],
        ["blocked", "run.exe is not a supported file type"],
      ]);
      // Nor can anybody say that it belongs somewhere.
      const row = await admin.call(placeRow, {
        params: { id: judged.id, number: 1 },
        body: { caseId: code },
      });
      expect(row.state).toBe("blocked");
    },
  );

  it(
    "refuses what is infected or no paper, and skips what is there; the others go on",
    { tags: ["W-IMP-019..020"] },
    async () => {
      const { id: caseId, caseId: code } = await someCase();
      const good = await paper();
      const infected = Buffer.concat([await paper(), Buffer.from(EICAR)]);
      const read = await upload(
        await zipOf([
          { name: `${code}/infected.pdf`, content: infected },
          { name: `${code}/good.pdf`, content: good },
          { name: `${code}/again.pdf`, content: good },
          { name: `${code}/picture.pdf`, content: "no paper" },
          { name: `${code}/last.pdf`, content: await paper() },
        ]),
      );
      const done = await run(read.id);
      expect(done).toMatchObject({ state: "finished", position: 5 });
      const rows = await rowsOfImport(admin, read.id);
      expect(rows.map(({ state }) => state)).toEqual([
        "failed",
        "created",
        "skipped",
        "failed",
        "created",
      ]);
      expect(rows[0]?.problems[0]?.text).toMatch(/virus|infected|malware/i);
      expect(rows[2]?.problems[0]?.text).toBe('Already there: "good.pdf"');
      expect(rows[3]?.problems[0]?.text).toBe("picture.pdf is not a supported file type");
      expect((await documentsOf(caseId)).map(({ name }) => name)).toEqual(["good.pdf", "last.pdf"]);
    },
  );

  it(
    "stops when the scanner is down, and goes on without doing anything twice",
    { tags: ["W-IMP-013"] },
    async () => {
      const { id: caseId, caseId: code } = await someCase();
      const { id } = await upload(await twoPapers(code));
      scanner.behave("confused");
      expect(await run(id)).toMatchObject({
        state: "paused",
        reason: "Files cannot be checked for viruses at the moment. Please try again later.",
      });
      scanner.behave("well");
      await admin.call(start, { params: { id }, body: {} });
      await admin.call(pause, { params: { id } });
      await runImport(id);
      expect(await documentsOf(caseId)).toEqual([]);
      expect(await run(id)).toMatchObject({ state: "finished", reason: null, position: 2 });
      expect(await documentsOf(caseId)).toHaveLength(2);
    },
  );

  it("goes again while nobody has touched it", { tags: ["W-IMP-022"] }, async () => {
    const { id: caseId, caseId: code } = await someCase();
    const { id } = await upload(await twoPapers(code));
    await run(id);
    await runtime.database
      .update(documents)
      .set({ category: "passport" })
      .where(and(eq(documents.caseId, caseId), eq(documents.originalName, "b.pdf")));
    await admin.call(undo, { params: { id } });
    await undoImport(id);
    const undone = await admin.call(get, { params: { id } });
    expect(undone).toMatchObject({ state: "undone", counts: { removed: 1, kept: 1 } });
    expect((await documentsOf(caseId)).map(({ name }) => name)).toEqual(["b.pdf"]);
  });
});

describe("a folder of scans", () => {
  const folder = () => admin.call(create, { files: [], fields: { kind: "scans" } });
  const add = (id: number, path: string, bytes: Buffer) =>
    admin.send(addFile, {
      params: { id },
      files: [{ field: "file", name: path.split("/").at(-1) ?? "", bytes, type: "" }],
      fields: { path },
    });

  it(
    "comes file by file, each once, and is placed by hand where its name does not say",
    { tags: ["W-IMP-017", "W-IMP-021"] },
    async () => {
      const { id: caseId, caseId: code } = await someCase();
      const main = await buildApplicant({ caseId, fullName: "Amina", category: "Main Applicant" });
      const made = await folder();
      expect(made).toMatchObject({ kind: "scans", state: "checked" });
      const [first, second] = [await paper(), await paper()];
      const added = await add(made.id, `Scans/${code}/Main/PP.pdf`, first);
      expect(added).toMatchObject({
        status: 201,
        body: { number: 1, state: "ready", category: "passport", size: first.length },
      });
      expect((await add(made.id, `Scans/${code}/Main/PP.pdf`, first)).status).toBe(200);
      await add(made.id, "loose.pdf", second);
      const place = { params: { id: made.id, number: 2 } };
      const refusedCase = await admin.refused(400, placeRow, {
        ...place,
        body: { caseId: "NONE" },
      });
      expect(refusedCase.message).toBe('No case "NONE"');
      const stranger = await admin.refused(400, placeRow, {
        ...place,
        body: { caseId: code, applicantId: 999_999 },
      });
      expect(stranger.message).toBe("This applicant does not belong to the case");
      const placed = await admin.call(placeRow, {
        ...place,
        body: { caseId: code.toLowerCase(), applicantId: main.id, category: "medical" },
      });
      expect(placed).toMatchObject({
        state: "ready",
        problems: [],
        case: { id: caseId },
        applicantId: main.id,
        category: "medical",
      });
      const done = await run(made.id);
      expect(done.counts).toMatchObject({ created: 2, blocked: 0 });
      expect(await documentsOf(caseId)).toMatchObject([
        { name: "Main - PP.pdf", category: "passport" },
        { name: "Main - loose.pdf", category: "medical", assignedTo: main.id },
      ]);
      const waiting = await runtime.database
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.kind, "importFile"));
      expect(waiting.filter(({ deletedAt, size }) => !deletedAt && size === first.length)).toEqual(
        [],
      );
      expect((await add(made.id, "late.pdf", await paper())).status).toBe(409);
    },
  );

  it(
    "is not stopped by the budget of uploads, and its files end at 10 MB",
    { tags: ["W-IMP-021"] },
    async () => {
      const made = await folder();
      const spent = { most: 60, seconds: 600 };
      await spend(`uploads:user:${made.createdBy?.id}`, spent, 100);
      expect((await add(made.id, "one-more.pdf", await paper())).status).toBe(201);
      const large = Buffer.concat([await samplePdf(), Buffer.alloc(10 * MEGABYTE)]);
      const answer = await add(made.id, "large.pdf", large);
      expect(answer).toMatchObject({
        status: 413,
        body: { message: "The file is larger than 10 MB" },
      });
    },
  );
});
