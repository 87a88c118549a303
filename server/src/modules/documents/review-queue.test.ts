import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReview } from "#testing/factories/reviews.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const { list, count, create } = reviewsApi;
type Query = NonNullable<Parameters<typeof queueOf>[1]>;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

async function queueOf(person: TestClient, query: Record<string, string> = {}) {
  const { rows, ...page } = await person.call(list, { query: query as never });
  return { ...page, ids: rows.map(({ document }) => document.id) };
}

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;

describe("the queue of documents that wait", () => {
  it(
    "is ordered by upload, then number, and its pages join while documents are decided",
    { tags: ["W-REV-028"] },
    async () => {
      const { agent, caseFile } = await openActors(portal);
      const caseId = caseFile.id;
      const papers = [];
      for (const minute of [5, 1, 1, 3, 2, 2])
        papers.push(await buildDocument({ caseId, category: "cv", uploadedAt: at(minute) }));
      const [last, one, two, four, three, alike] = papers.map(({ id }) => id);
      const inOrder = [one, two, three, alike, four, last];
      expect((await queueOf(agent)).ids).toEqual(inOrder);
      const first = await queueOf(agent, { limit: "3" });
      expect(first).toMatchObject({ total: 6, ids: inOrder.slice(0, 3) });
      const body = { decision: "changes_requested", reasonCode: "incomplete" } as const;
      await agent.call(create, { params: { id: inOrder[2]! }, body });
      await agent.call(create, { params: { id: inOrder[4]! }, body });
      const second = await queueOf(agent, { limit: "3", after: first.next! });
      expect(second).toMatchObject({ total: 4, ids: [alike, last], next: null });
    },
  );

  it("opens the document that is asked for first, once, and passes over what does not wait", async () => {
    const { agent, caseFile } = await openActors(portal);
    const caseId = caseFile.id;
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map((minute) => buildDocument({ caseId, uploadedAt: at(minute) })),
    ).then((rows) => rows.map(({ id }) => id));
    const document = String(two);
    const first = await queueOf(agent, { document, limit: "1" });
    expect(first).toMatchObject({ total: 3, ids: [two] });
    const rest = await queueOf(agent, { document, after: first.next! });
    expect(rest.ids).toEqual([one, three]);
    expect((await queueOf(agent, { document: "999999" })).ids).toEqual([one, two, three]);
  });

  it(
    "holds neither closed cases nor replaced or government papers; agents see their own",
    { tags: ["W-REV-029"] },
    async () => {
      const { agent, admin, caseFile, strangers, people } = await openActors(portal);
      const caseId = caseFile.id;
      const old = await buildDocument({ caseId, isCurrent: false });
      const shown = await buildDocument({ caseId, replaces: old.id });
      const secret = await buildDocument({ caseId, category: "vanuatu-id" });
      await buildDocument({ caseId, reviewState: "accepted", isApproved: true });
      for (const status of ["citizen", "cancelled"] as const) {
        const closed = await buildCase({ status, assignedTo: [people.agent] });
        await buildDocument({ caseId: closed.id });
      }
      const held = await buildCase({ status: "hold", assignedTo: [people.agent] });
      const waiting = await buildDocument({ caseId: held.id });
      expect((await queueOf(agent)).ids).toEqual([shown.id, waiting.id]);
      expect(await agent.call(count)).toEqual({ count: 2 });
      expect((await queueOf(admin, { case: String(caseId) })).ids).toEqual([shown.id, secret.id]);
      expect((await queueOf(strangers[1]!)).ids).toEqual([]);
      expect(await strangers[1]!.call(count)).toEqual({ count: 0 });
    },
  );

  it(
    "takes filters together; unknown words are refused, unknown numbers find nothing",
    { tags: ["W-REV-030"] },
    async () => {
      const { admin, people } = await openActors(portal);
      const nauru = await buildCase({ citizenshipProgram: "nauru", assignedTo: [people.agent] });
      const other = await buildCase({ citizenshipProgram: "nauru" });
      const wanted = await buildDocument({ caseId: nauru.id, category: "cv" });
      await buildDocument({ caseId: nauru.id, category: "birth" });
      await buildDocument({ caseId: other.id, category: "cv" });
      const adviser = String(people.agent.id);
      const query = { program: "nauru", category: "cv", adviser, case: String(nauru.id) };
      expect((await queueOf(admin, query)).ids).toEqual([wanted.id]);
      expect((await queueOf(admin, { program: "nauru", category: "cv" })).ids).toHaveLength(2);
      expect((await queueOf(admin, { case: "999999" })).ids).toEqual([]);
      const bad: Query[] = [
        { program: "malta" },
        { category: "selfie" },
        { case: "one" },
        { adviser: "0" },
        { document: "-1" },
        { limit: "0" },
        { limit: "101" },
        { after: "no cursor" },
      ];
      for (const wrong of bad) await admin.refused(400, list, { query: wrong as never });
    },
  );

  it(
    "tells of each document its person, item, rule, sample, earlier decision and double",
    { tags: ["W-REV-028"] },
    async () => {
      const { agent, caseFile } = await openActors(portal);
      const caseId = caseFile.id;
      const main = await buildApplicant({
        caseId,
        fullName: "Nadim Haddad",
        gender: "male",
        dateOfBirth: "1980-01-01",
      });
      const of = { caseId, assignedTo: main.id, category: "police-origin" } as const;
      const old = await buildDocument({
        ...of,
        isCurrent: false,
        reviewState: "changes_requested",
      });
      await buildReview({ documentId: old.id, internalNote: "Look at the stamp" });
      const content = Buffer.from("%PDF-1.7 the same");
      const now = await buildDocument({ ...of, replaces: old.id, content });
      const twin = await buildDocument({ ...of, originalName: "twin.pdf", content });
      const files = await runtime.database
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.caseId, caseId));
      const digest = files.find(({ id }) => id === now.storedFileId)?.digest ?? "";
      await runtime.database
        .update(storedFiles)
        .set({ digest })
        .where(eq(storedFiles.id, twin.storedFileId));
      await runtime.database
        .update(cases)
        .set({ submissionOn: "2026-11-09" })
        .where(eq(cases.id, caseId));
      const { rows } = await agent.call(list, { query: { case: String(caseId) } });
      const row = rows.find(({ document }) => document.id === now.id);
      expect(row).toMatchObject({
        document: { id: now.id, earlierCount: 1, validUntil: null },
        case: { id: caseId, caseId: caseFile.caseId, submissionOn: "2026-11-09" },
        person: { applicantId: main.id, fullName: "Nadim Haddad", category: "Main Applicant" },
        item: { label: "Police Certificate (Origin)", state: "waiting", country: null },
        rule: {
          label: "Police Certificate (Origin)",
          window: { basis: "issue-date", days: 180, referenceDay: "2026-11-09" },
        },
        earlier: { count: 1, review: { documentId: old.id, internalNote: "Look at the stamp" } },
        sameAs: "twin.pdf",
      });
      expect(row?.person?.age).toBeGreaterThanOrEqual(46);
    },
  );
});
