import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { documentsApi } from "contract/documents";
import { readingsApi } from "contract/readings";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import { readings } from "#server/database/tables/readings.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReading } from "#testing/factories/readings.ts";
import { linesOf } from "#testing/passports/holder-lines.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { clearReadings } from "./clear-readings.ts";
import { goOnJob } from "./passports.jobs.ts";
import { readDocument, type Reader } from "./read-document.ts";

let portal: TestApp;
let log = "";
beforeAll(async () => {
  const logTo = { write: (line: string) => void (log += line) };
  portal = await openTestApp({ settings: { LOG_LEVEL: "debug" }, logTo });
});
afterAll(() => portal.close());

const answer: Awaited<ReturnType<Reader["read"]>> = {
  state: "read",
  problem: null,
  page: 1,
  rotation: 0,
  digits: "+++++",
  likeness: 965,
  namesAgreed: true,
  lines: linesOf({}),
  doubtful: [],
};
const readerThat = (read: Reader["read"]): Reader => ({ engine: "test", read });
const good = readerThat(() => Promise.resolve(answer));

async function openQueued() {
  const actors = await openActors(portal);
  const { id } = await buildDocument({ caseId: actors.caseFile.id, category: "other" });
  await actors.client.call(documentsApi.categorize, {
    params: { id },
    body: { category: "passport" },
  });
  return { ...actors, id };
}

async function rowOf(documentId: number) {
  const [row] = await runtime.database
    .select()
    .from(readings)
    .where(eq(readings.documentId, documentId));
  return row;
}

describe("reading one passport", () => {
  it(
    "keeps its lines sealed, and tells open screens that it has ended",
    { tags: ["W-MRZ-053"] },
    async () => {
      const { agent, id, caseFile } = await openQueued();
      const told: string[] = [];
      const heard = runtime.channels.listen(
        "portal_live",
        (notice) => void told.push(String(notice)),
      );
      await heard.ready;
      await readDocument(id, good);
      expect((await agent.call(readingsApi.get, { params: { id } })).lines).toEqual(linesOf({}));
      await vi.waitFor(() => expect(told.join()).toContain(`/api/cases/${caseFile.id}/readings`));
      heard.stop();
    },
  );

  it("puts nothing of it anywhere in plain", { tags: ["W-MRZ-030"] }, async () => {
    const { id } = await openQueued();
    log = "";
    await readDocument(id, good);
    const everything = await Promise.all(
      [readings, applicants, documents, caseEvents].map((table) =>
        runtime.database.select().from(table),
      ),
    );
    const said = log + JSON.stringify(everything);
    for (const value of ["LR0012345", "SARROUF", "790312", "1979-03-12", "310704", "2031-07-04"])
      expect(said).not.toContain(value);
    const sealed = (await rowOf(id))?.sealedLines?.toString("latin1") ?? "";
    expect(sealed).not.toBe("");
    expect(sealed).not.toContain("SARROUF");
  });

  it("goes on after the portal was killed, and ends once", { tags: ["W-MRZ-032"] }, async () => {
    const { id } = await openQueued();
    await runtime.database
      .update(readings)
      .set({ state: "running" })
      .where(eq(readings.documentId, id));
    await goOnJob.run({});
    expect((await rowOf(id))?.state).toBe("queued");
    let times = 0;
    const counted = readerThat(() => {
      times += 1;
      return Promise.resolve(answer);
    });
    await readDocument(id, counted);
    await readDocument(id, counted);
    expect([(await rowOf(id))?.state, times]).toEqual(["read", 1]);
  });

  it(
    "leaves no row and no error when its document is deleted meanwhile",
    { tags: ["W-MRZ-035"] },
    async () => {
      const { admin, id } = await openQueued();
      const reader = readerThat(async () => {
        await admin.call(documentsApi.remove, { params: { id } });
        return answer;
      });
      await readDocument(id, reader);
      expect(await rowOf(id)).toBeUndefined();
    },
  );

  it("that is filed elsewhere meanwhile keeps nothing", async () => {
    const { client, id } = await openQueued();
    const reader = readerThat(async () => {
      await client.call(documentsApi.categorize, { params: { id }, body: { category: "other" } });
      return answer;
    });
    await readDocument(id, reader);
    expect(await rowOf(id)).toMatchObject({ state: "cleared", sealedLines: null });
  });

  it("says that a file of over ten megabytes is too large, without opening it", async () => {
    const { id } = await openQueued();
    const big = await buildDocument({ content: Buffer.alloc(10 * 1_048_576 + 1, "%PDF") });
    await runtime.database.delete(documents).where(eq(documents.id, big.id));
    await runtime.database
      .update(documents)
      .set({ storedFileId: big.storedFileId })
      .where(eq(documents.id, id));
    const read = vi.fn<Reader["read"]>();
    await readDocument(id, readerThat(read));
    expect(await rowOf(id)).toMatchObject({ state: "unreadable", problem: "too_large" });
    expect(read).not.toHaveBeenCalled();
  });
});

describe("what was read goes", () => {
  const DAY_MS = 86_400_000;
  const daysAgo = (days: number) =>
    new Date(portal.clock.now().getTime() - days * DAY_MS).toISOString();

  /** Its person knows all of it already, or nothing. */
  async function buildRead(given: { isOpen: boolean; readDaysAgo: number; reviewed?: number }) {
    const { caseFile } = await openActors(portal);
    const person = await buildApplicant({
      caseId: caseFile.id,
      fullName: "Nadim Sarrouf",
      ...(given.isOpen ? {} : { dateOfBirth: "1979-03-12", gender: "male" }),
      nationality: "Lebanese",
    });
    const at = daysAgo(given.readDaysAgo);
    const taken = { verdict: "taken" as const, by: 1, at };
    const numbers = ["passportNumber", "passportCountry", "passportExpiresOn"];
    const { document } = await buildReading({
      document: {
        caseId: caseFile.id,
        assignedTo: person.id,
        reviewState: given.reviewed === undefined ? "waiting" : "accepted",
        isApproved: given.reviewed !== undefined,
      },
      readAt: at,
      verdicts: Object.fromEntries(numbers.map((name) => [name, taken])),
    });
    if (given.reviewed !== undefined)
      await runtime.database.insert(documentReviews).values({
        documentId: document.id,
        decision: "accepted",
        previousState: "waiting",
        previousWaived: false,
        createdAt: daysAgo(given.reviewed),
      });
    return document.id;
  }

  it(
    "30 days after the review with nothing open, else after 90",
    { tags: ["W-MRZ-052"] },
    async () => {
      const gone = [
        await buildRead({ isOpen: false, readDaysAgo: 40, reviewed: 31 }),
        await buildRead({ isOpen: true, readDaysAgo: 91 }),
        await buildRead({ isOpen: true, readDaysAgo: 91, reviewed: 1 }),
      ];
      const kept = [
        await buildRead({ isOpen: false, readDaysAgo: 40, reviewed: 29 }),
        await buildRead({ isOpen: true, readDaysAgo: 89, reviewed: 40 }),
        await buildRead({ isOpen: false, readDaysAgo: 89 }),
      ];
      await clearReadings();
      for (const id of gone)
        expect(await rowOf(id)).toMatchObject({ state: "cleared", sealedLines: null });
      for (const id of kept) expect((await rowOf(id))?.state).toBe("read");
    },
  );
});
