/** What becomes of a dossier when something breaks while it is built. */
import childProcess from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import fs, { statfs } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { PDFDocument } from "pdf-lib";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dossiersApi } from "contract/dossiers";
import { runtime } from "#server/core/runtime.ts";
import { dossiers } from "#server/database/tables/dossiers.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { limits } from "#server/files/dossier/run-program.ts";
import { sweepOrphans, sweepSpool } from "#server/files/sweep.ts";
import { definedJobs } from "#server/jobs/jobs.ts";
import { examine } from "#server/operations/integrity-check/examine.ts";
import { startBeside } from "#testing/command-beside.ts";
import {
  askForDossier,
  dossierInput,
  type Family,
  openFamily,
} from "#testing/families-with-papers.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { sampleImage } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  portal = await openTestApp({
    settings: { LOG_LEVEL: "error" },
    logTo: { write: (line: string) => void lines.push(line) },
  });
});
afterAll(() => portal.close());
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Nearly as large as the smallest part. */
async function scannedPdf(): Promise<Buffer> {
  const scan = await PDFDocument.create();
  const noise = await sampleImage("jpeg", { width: 1900, height: 4100 });
  scan.addPage().drawImage(await scan.embedJpg(noise), { width: 300, height: 650 });
  return Buffer.from(await scan.save());
}

const spooled = () => readdirSync(runtime.files.spoolDirectory);

function builtFiles({ caseId }: Family) {
  const isOfDossier = and(eq(storedFiles.caseId, caseId), eq(storedFiles.kind, "dossier"));
  return runtime.database.select().from(storedFiles).where(isOfDossier);
}

async function outcome({ agent }: Family, id: number) {
  await runDueJobs("dossiers.build");
  return agent.call(dossiersApi.get, { params: { id } });
}

it(
  "a portal killed in part 2 begins anew; one dossier is built and no file is left",
  { tags: ["W-DOS-042"] },
  async () => {
    const family = await openFamily(portal, { passport: await scannedPdf() });
    const options = { partMegabytes: 5, toFollow: false, newSince: null } as const;
    const { id } = await askForDossier(family.agent, family, options);
    const other = startBeside("dossier-builder");
    // Part 2 is made first, and is kept while it is made.
    await expect.poll(spooled, { timeout: 40_000, interval: 10 }).toHaveLength(1);
    other.kill("SIGKILL");
    await once(other, "exit");
    const params = { id };
    expect(await family.agent.call(dossiersApi.get, { params })).toMatchObject({
      state: "running",
    });
    const goOn = definedJobs().find(({ name }) => name === "dossiers.goOn");
    await goOn?.run({} as never);
    const dossier = await family.agent.call(dossiersApi.get, { params });
    expect(dossier).toMatchObject({ state: "built", parts: 2, problem: null });
    expect(
      await family.agent.call(dossiersApi.list, { params: { id: family.caseId } }),
    ).toHaveLength(1);
    await sweepSpool(0);
    await sweepOrphans(0);
    expect(spooled()).toEqual([]);
    expect((await examine()).findings).toEqual([]);
    expect(await builtFiles(family)).toHaveLength(dossier.files.length + 1);
  },
);

describe("a full disk", () => {
  /** Has room so many times. */
  async function fillDiskAfter(looks: number): Promise<void> {
    const space = await statfs(tmpdir());
    const full = Object.assign(await statfs(tmpdir()), { bavail: 0 });
    let looked = 0;
    vi.spyOn(fs, "statfs").mockImplementation(async () => {
      looked += 1;
      return looked <= looks ? space : full;
    });
    syncBuiltinESMExports();
  }

  it("refuses a dossier at its start", { tags: ["W-DOS-043"] }, async () => {
    const family = await openFamily(portal);
    const { agent, caseId } = family;
    const body = await dossierInput(agent, caseId);
    await fillDiskAfter(1);
    const refusal = await agent.refused(507, dossiersApi.build, { params: { id: caseId }, body });
    expect(refusal.message).toBe("Not enough disk space to build the dossier");
    const rows = await runtime.database.select().from(dossiers).where(eq(dossiers.caseId, caseId));
    expect(rows).toEqual([]);
  });

  it(
    "fails one that is about to be stored, and leaves nothing of it",
    { tags: ["W-DOS-043"] },
    async () => {
      const family = await openFamily(portal);
      const { id } = await askForDossier(family.agent, family);
      await fillDiskAfter(1);
      expect(await outcome(family, id)).toMatchObject({
        state: "failed",
        problem: "Not enough disk space to build the dossier",
        files: [],
        documents: [],
      });
      expect(await builtFiles(family)).toEqual([]);
      expect(spooled()).toEqual([]);
    },
  );
});

it(
  "a damaged stored file fails the build, is named, and is logged",
  { tags: ["W-DOS-044"] },
  async () => {
    const family = await openFamily(portal);
    const { id } = await askForDossier(family.agent, family);
    const [stored] = await runtime.database
      .select()
      .from(storedFiles)
      .where(eq(storedFiles.id, family.passport.storedFileId));
    const key = stored!.storageKey;
    const objects = join(runtime.config.dataDirectory, "files", "objects");
    const path = join(objects, key.slice(0, 2), key.slice(2, 4), key);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    expect(await outcome(family, id)).toMatchObject({
      state: "failed",
      problem: "Main - Passport.pdf: the stored file is damaged.",
      files: [],
    });
    const damage = lines.filter((line) => line.includes("damaged or missing"));
    expect(damage).toHaveLength(1);
    expect(JSON.parse(damage[0]!)).toMatchObject({ storedFileId: stored!.id });
  },
);

it(
  "a program killed for its memory is tried twice more; the portal answers meanwhile",
  { tags: ["W-DOS-046"] },
  async () => {
    const family = await openFamily(portal);
    const { agent, caseId } = family;
    const { id } = await askForDossier(agent, family);
    const most = limits.megabytes;
    limits.megabytes = 110;
    const started = vi.spyOn(childProcess, "fork");
    syncBuiltinESMExports();
    const building = outcome(family, id);
    await expect.poll(() => started.mock.calls.length, { timeout: 40_000 }).toBeGreaterThan(0);
    expect(await agent.call(dossiersApi.list, { params: { id: caseId } })).toMatchObject([
      { state: "running" },
    ]);
    expect(await building).toMatchObject({
      state: "failed",
      problem: "Building took too much memory or time.",
    });
    expect(started).toHaveBeenCalledTimes(3);
    expect(lines.filter((line) => line.includes("More than 110 MB"))).toHaveLength(1);
    limits.megabytes = most;
    expect(await builtFiles(family)).toEqual([]);
    expect(spooled()).toEqual([]);
  },
);
