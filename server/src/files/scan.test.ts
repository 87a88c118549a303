import { readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { desc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exposition } from "#server/core/meters.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { EICAR, openClamdStandIn, type ClamdStandIn } from "#testing/clamd-stand-in.ts";
import { openFileBench, type FileBench } from "#testing/file-bench.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { collect } from "./plain-source.ts";
import { emptyQuarantine, listQuarantined, openQuarantined } from "./quarantine.ts";

const pdf = await samplePdf();
const evilPdf = Buffer.concat([pdf, Buffer.from(EICAR)]);

let bench: FileBench;
let scanner: ClamdStandIn;

beforeAll(async () => {
  scanner = await openClamdStandIn();
  bench = await openFileBench({ SCAN: "required", CLAMD_ADDRESS: scanner.address });
});
afterAll(async () => {
  await bench.close();
  await scanner.close();
});
beforeEach(() => {
  scanner.behave("well");
  scanner.scanned.length = 0;
});
afterEach(async () => {
  await bench.requireInStep();
  await rm(quarantine(), { recursive: true, force: true });
});

const quarantine = () => join(dirname(runtime.files.spoolDirectory), "quarantine");

function formOf(...contents: Buffer[]): FormData {
  const form = new FormData();
  for (const [index, bytes] of contents.entries()) {
    const part = new Blob([new Uint8Array(bytes)], { type: "application/pdf" });
    form.append("files", part, `Passport ${index}.pdf`);
  }
  return form;
}

const upload = (...contents: Buffer[]) => bench.upload("caseDocument", formOf(...contents));

async function newestEvent() {
  const [event] = await runtime.database
    .select()
    .from(securityEvents)
    .orderBy(desc(securityEvents.id))
    .limit(1);
  return event;
}

function withScanner(change: Partial<NonNullable<typeof runtime.config.scanner>>): () => void {
  const given = runtime;
  const { scanner: now } = given.config;
  if (now === null) throw new Error("The scanner is off");
  setRuntime({ ...given, config: { ...given.config, scanner: { ...now, ...change } } });
  return () => setRuntime(given);
}

describe("a file that comes in", () => {
  it(
    "is shown to the scanner before it is stored, bit for bit",
    { tags: ["asvs-56"] },
    async () => {
      expect(await upload(pdf)).toMatchObject({ status: 200, files: [{ size: pdf.length }] });
      expect(scanner.scanned.map((content) => content.equals(pdf))).toEqual([true]);
    },
  );

  it(
    "is refused when it is infected: an event, nothing stored, nothing of its request",
    { tags: ["asvs-56"] },
    async () => {
      const before = (await bench.rows()).length;
      const answer = await upload(pdf, evilPdf, pdf);
      expect(answer).toMatchObject({
        status: 422,
        message: "This file was rejected by the virus scanner",
      });
      expect((await bench.rows()).length).toBe(before);
      const [waiting] = await listQuarantined();
      expect(await newestEvent()).toMatchObject({
        kind: "file.infected",
        ipAddress: "127.0.0.1",
        metadata: {
          finding: "Eicar-Test-Signature",
          caseId: bench.caseId,
          quarantined: waiting?.storageKey,
        },
      });
    },
  );

  it("is refused in the chat as among the documents", async () => {
    const form = new FormData();
    form.append("file", new Blob([EICAR], { type: "text/plain" }), "eicar.txt");
    expect((await bench.upload("commentAttachment", form)).status).toBe(422);
  });

  it(
    "waits in quarantine, encrypted, for a week, and opens for who has the keys",
    { tags: ["asvs-56"] },
    async () => {
      await upload(evilPdf);
      const [note] = await listQuarantined();
      const key = note?.storageKey ?? "";
      const kept = await readFile(join(quarantine(), key));
      expect(kept.includes(EICAR)).toBe(false);
      expect(kept.includes("%PDF")).toBe(false);
      expect((await collect(openQuarantined(key))).equals(evilPdf)).toBe(true);
      expect(await emptyQuarantine()).toBe(0);
      const old = new Date(bench.clock.now().getTime() - 8 * 86_400_000);
      for (const name of await readdir(quarantine()))
        await utimes(join(quarantine(), name), old, old);
      expect(await emptyQuarantine()).toBe(2);
      expect(await listQuarantined()).toEqual([]);
    },
  );
});

describe("while the scanner is down", () => {
  it.each(["cut", "full", "confused"] as const)(
    "(%s) nothing is stored when it is required",
    { tags: ["asvs-56", "reliability-11"] },
    async (mood) => {
      scanner.behave(mood);
      const before = (await bench.rows()).length;
      expect(await upload(pdf)).toMatchObject({
        status: 503,
        message: "Files cannot be checked for viruses at the moment. Please try again later.",
      });
      expect((await bench.rows()).length).toBe(before);
      scanner.behave("well");
      expect((await upload(pdf)).status).toBe(200);
    },
  );

  it(
    "files are stored and the log says so when it is optional",
    { tags: ["reliability-11"] },
    async () => {
      const restore = withScanner({ isRequired: false });
      scanner.behave("cut");
      const logged = bench.logged("a file was not scanned").length;
      expect(await upload(pdf, pdf, pdf)).toMatchObject({ status: 200, files: [{}, {}, {}] });
      expect(bench.logged("a file was not scanned").length).toBe(logged + 1);
      scanner.behave("well");
      expect((await upload(evilPdf)).status).toBe(422);
      restore();
    },
  );

  it("an infected file is refused also when the quarantine has no room", async () => {
    await writeFile(quarantine(), "in the way");
    expect((await upload(evilPdf)).status).toBe(422);
    expect(await newestEvent()).toMatchObject({ metadata: { quarantined: null } });
  });
});

it(
  "tells the monitoring what came in, what was refused and how often the scanner failed",
  { tags: ["asvs-104"] },
  async () => {
    const figures = () => {
      const value = (series: string) =>
        Number(exposition([]).split(`${series} `)[1]?.split("\n")[0] ?? 0);
      return {
        stored: value('portal_uploaded_files_total{upload="caseDocument",outcome="stored"}'),
        refused: value('portal_uploaded_files_total{upload="caseDocument",outcome="refused"}'),
        bytes: value('portal_uploaded_bytes_total{upload="caseDocument"}'),
        clean: value('portal_scans_total{result="clean"}'),
        infected: value('portal_scans_total{result="infected"}'),
        failed: value('portal_scans_total{result="failed"}'),
      };
    };
    const before = figures();
    await upload(pdf, pdf);
    await upload(pdf, evilPdf);
    scanner.behave("cut");
    await upload(pdf);
    expect(figures()).toEqual({
      stored: before.stored + 2,
      refused: before.refused + 3,
      bytes: before.bytes + 2 * pdf.length,
      clean: before.clean + 3,
      infected: before.infected + 1,
      failed: before.failed + 1,
    });
  },
);

it("scans four files at once and no more, whoever uploads", { tags: ["asvs-114"] }, async () => {
  const letGo = scanner.hold();
  const uploads = Array.from({ length: 9 }, () => upload(pdf));
  await expect.poll(() => scanner.scanned.length).toBe(4);
  letGo();
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(scanner.scanned).toHaveLength(9);
  expect(scanner.mostAtOnce()).toBe(4);
});
