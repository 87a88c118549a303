import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { casesApi } from "contract/cases";
import { readingsApi } from "contract/readings";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { readings } from "#server/database/tables/readings.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReading } from "#testing/factories/readings.ts";
import { drawSpecimen } from "#testing/passports/specimens.ts";
import { troubledReader, troubles } from "#testing/passports/troubles.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { createPassportReader, type PassportReader } from "./passport-reader.ts";
import { readDocument } from "./read-document.ts";

let portal: TestApp;
let reader: PassportReader;
let log = "";
beforeAll(async () => {
  const logTo = { write: (line: string) => void (log += line) };
  portal = await openTestApp({ settings: { LOG_LEVEL: "debug" }, logTo });
});
afterAll(() => portal.close());
beforeEach(() => void (log = ""));
afterEach(async () => {
  vi.useRealTimers();
  await reader.close();
});

async function begun(): Promise<void> {
  while (reader.processId() === null) await new Promise((resolve) => setImmediate(resolve));
}

async function buildQueued(content: Buffer, mimeType = "application/pdf"): Promise<number> {
  const { id, caseId } = await buildDocument({ category: "passport", content, mimeType });
  await runtime.database.insert(readings).values({ caseId, documentId: id, state: "queued" });
  return id;
}

async function outcomeOf(documentId: number) {
  const [row] = await runtime.database
    .select({ state: readings.state, problem: readings.problem })
    .from(readings)
    .where(eq(readings.documentId, documentId));
  return row;
}

/** How often it was tried in vain, as the log tells. */
async function triesOf(documentId: number): Promise<number> {
  const [row] = await runtime.database.select().from(documents).where(eq(documents.id, documentId));
  const lines = log.split("\n").filter((line) => line.includes("a passport was not read"));
  return lines.filter((line) => line.includes(`"storedFileId":${row?.storedFileId},`)).length;
}

describe("a file that ends the reader", () => {
  it("is given up after three times, and the next is read", { tags: ["W-MRZ-033"] }, async () => {
    // Little memory is sooner eaten.
    const little = { limitMs: 55_000, heapMegabytes: 48 };
    reader = createPassportReader({ program: troubledReader, ...little });
    for (const trouble of [troubles.ends, troubles.eats]) {
      const id = await buildQueued(Buffer.from(trouble));
      await readDocument(id, reader);
      expect(await outcomeOf(id)).toEqual({ state: "failed", problem: "crashed" });
      expect(await triesOf(id)).toBe(3);
    }
    const { bytes, mimeType } = await drawSpecimen("clean scan", 0, "own");
    const next = await buildQueued(bytes, mimeType);
    await readDocument(next, reader);
    expect(await outcomeOf(next)).toEqual({ state: "read", problem: null });
  });
});

/** Of an answer, at the 95th percentile; beside a reader that takes all it can get only the own time tells. */
const MOST_MS = 100;
const CALLS = 20;

describe("a file that the reader never comes to an end with", () => {
  it(
    "keeps no request waiting, and is given up after three times",
    { tags: ["W-MRZ-034"] },
    async () => {
      reader = createPassportReader({ program: troubledReader });
      const actors = await openActors(portal);
      const { document } = await buildReading({ document: { caseId: actors.caseFile.id } });
      const ask = callsOf(actors, document.id);
      await ask();
      const id = await buildQueued(Buffer.from(troubles.hangs));
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const reading = readDocument(id, reader);
      await begun();
      const took: number[] = [];
      for (let index = 0; index < CALLS; index += 1) {
        const before = process.threadCpuUsage();
        await ask();
        const { user, system } = process.threadCpuUsage(before);
        took.push((user + system) / 1000);
      }
      expect(await outcomeOf(id)).toEqual({ state: "running", problem: null });
      expect(took.toSorted((a, b) => a - b)[CALLS - 2]).toBeLessThan(MOST_MS);
      for (let tries = 1; tries <= 3; tries += 1) {
        await begun();
        await vi.advanceTimersByTimeAsync(30_000);
      }
      vi.useRealTimers();
      await reading;
      expect(await outcomeOf(id)).toEqual({ state: "failed", problem: "timeout" });
      expect(await triesOf(id)).toBe(3);
    },
  );
});

function callsOf({ agent, caseFile }: Actors, documentId: number) {
  return async () => {
    await agent.call(readingsApi.get, { params: { id: documentId } });
    await agent.call(casesApi.get, { params: { caseId: caseFile.caseId } });
  };
}
