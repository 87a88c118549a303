import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { documentsApi } from "contract/documents";
import { reviewsApi } from "contract/reviews";
import { searchApi } from "contract/search";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import type { Actors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildReview } from "#testing/factories/reviews.ts";
import { openFamily, otherPdf, refusedUpload, send } from "#testing/sent-papers.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { caseFullMessages } from "./case-quota.ts";

const { upload, view, download, listAccessLog, rename, categorize, assign, approve, remove } =
  documentsApi;
const { listVersions, setDates, create, undo } = reviewsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const papersOf = async (person: TestClient, { caseFile }: Pick<Actors, "caseFile">) =>
  (await person.call(casesApi.get, { params: caseFile })).documents.map(({ id }) => id);

const storedOf = (caseId: number) =>
  runtime.database.select().from(documents).where(eq(documents.caseId, caseId));

/** Three versions of a birth certificate of the spouse. */
async function openChain() {
  const actors = await openFamily(portal);
  const { client, params, spouse } = actors;
  const fields = { category: "birth", assignedTo: String(spouse.id), country: "ARE" };
  const first = await send(client, params.id, fields);
  const second = await send(client, params.id, { category: "cv", replaces: String(first.id) });
  const third = await send(client, params.id, { replaces: String(second.id) });
  return { ...actors, first, second, third };
}

describe("a new version of a document", () => {
  it(
    "takes over type, person and country; the old one stays and is no longer current",
    { tags: ["W-REV-021"] },
    async () => {
      const { first, second, third, params, spouse } = await openChain();
      expect(third).toMatchObject({
        category: "birth",
        assignedTo: spouse.id,
        country: "ARE",
        reviewState: "waiting",
        replaces: second.id,
        earlierCount: 2,
      });
      const rows = await storedOf(params.id);
      expect(rows.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([third.id]);
      expect(rows.find(({ id }) => id === first.id)).toMatchObject({ category: "birth" });
      const [line] = await eventsOf(params.id);
      expect(line).toMatchObject({
        action: "upload",
        metadata: { documentId: third.id, category: "birth", replaces: second.id },
      });
    },
  );

  it(
    "keeps the old ones out of lists, archive, queue and search; they are opened as before",
    { tags: ["W-REV-022", "W-FND-007"] },
    async () => {
      const { first, second, third, caseFile, client, agent } = await openChain();
      expect(await papersOf(client, { caseFile })).toEqual([third.id]);
      const queue = await agent.call(reviewsApi.list, { query: { case: String(caseFile.id) } });
      expect(queue.rows.map(({ document }) => document.id)).toEqual([third.id]);
      expect(queue.total).toBe(1);
      const zip = await client.call(documentsApi.downloadStage, {
        params: caseFile,
        query: { stage: "stage1" },
      });
      const names = (zip as unknown as { bytes: Buffer }).bytes.toString("latin1");
      expect(names.split("PK\u0001\u0002")).toHaveLength(2);
      const found = await client.call(searchApi.find, { query: { q: "scan" } });
      const hits = JSON.stringify(found);
      expect(hits).toContain(`document=${third.id}`);
      for (const { id } of [first, second]) {
        expect(hits).not.toContain(`document=${id}`);
        await client.call(view, { params: { id } });
        await client.call(download, { params: { id } });
        expect(await client.call(listAccessLog, { params: { id } })).toHaveLength(2);
      }
    },
  );

  it("is one other file, of a current document of the case", { tags: ["W-REV-023"] }, async () => {
    const { client, params, second, third } = await openChain();
    const two = { person: client, status: 400, files: 2 };
    const many = await refusedUpload(two, params.id, { replaces: String(third.id) });
    expect(many.message).toBe("A new version is one file");
    const one = { person: client, status: 400 };
    const gone = await refusedUpload(one, params.id, { replaces: String(second.id) });
    expect(gone.message).toBe("This document has been replaced already");
    const foreign = await buildDocument();
    const missing = { person: client, status: 404 };
    const other = await refusedUpload(missing, params.id, { replaces: String(foreign.id) });
    expect(other.message).toBe("Document not found");
    const file = await otherPdf();
    const [document] = await client.call(upload, { params, files: [file] });
    const same = await client.refused(409, upload, {
      params,
      files: [file],
      fields: { replaces: String(document!.id) },
    });
    expect(same.message).toBe("This is the same file as before. Please send a corrected one.");
  });

  it("is one of two that come at once", { tags: ["W-REV-024"] }, async () => {
    const { client, agent, params, third } = await openChain();
    const answers = await Promise.all(
      [client, agent].map(async (person) =>
        person.send(upload, {
          params,
          files: [await otherPdf()],
          fields: { replaces: String(third.id) },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 400,
    ]);
    const rows = await storedOf(params.id);
    expect(rows.filter(({ replaces }) => replaces === third.id)).toHaveLength(1);
  });

  it(
    "gives way to the one before when it is deleted; neighbours join",
    { tags: ["W-REV-025"] },
    async () => {
      const { admin, client, caseFile, first, second, third } = await openChain();
      await runtime.database
        .update(documents)
        .set({ reviewState: "changes_requested" })
        .where(eq(documents.id, first.id));
      await admin.call(remove, { params: { id: second.id } });
      const [joined] = (await client.call(casesApi.get, { params: caseFile })).documents;
      expect(joined).toMatchObject({ id: third.id, replaces: first.id, earlierCount: 1 });
      await admin.call(remove, { params: { id: third.id } });
      const [back] = (await client.call(casesApi.get, { params: caseFile })).documents;
      expect(back).toMatchObject({
        id: first.id,
        reviewState: "changes_requested",
        replaces: null,
      });
    },
  );

  it(
    "tells those before it, newest first, with dates and what was asked",
    { tags: ["W-REV-026"] },
    async () => {
      const { client, agent, strangers, first, second, third } = await openChain();
      await runtime.database
        .update(documents)
        .set({ reviewState: "changes_requested", issuedOn: "2026-01-02" })
        .where(eq(documents.id, first.id));
      await buildReview({
        documentId: first.id,
        publicText: "In colour, please.",
        internalNote: "x",
      });
      const versions = await client.call(listVersions, { params: { id: third.id } });
      expect(versions).toMatchObject([
        { id: second.id, publicText: null },
        { id: first.id, issuedOn: "2026-01-02", publicText: "In colour, please." },
      ]);
      expect(await agent.call(listVersions, { params: { id: second.id } })).toHaveLength(1);
      await strangers[0]!.refused(404, listVersions, { params: { id: third.id } });
    },
  );

  it("counts with the others for the limits of a case", { tags: ["W-REV-027"] }, async () => {
    const { client, params, third } = await openChain();
    const [file] = await runtime.database
      .select()
      .from(storedFiles)
      .where(eq(storedFiles.caseId, params.id));
    const { id: _id, ...like } = file!;
    const others = Array.from({ length: 497 }, (_, index) => ({
      ...like,
      name: `${index}`.padStart(32, "0") + ".pdf",
      storageKey: `none/${params.id}/${index}`,
    }));
    await runtime.database.insert(storedFiles).values(others);
    const full = await refusedUpload({ person: client, status: 413 }, params.id, {
      replaces: String(third.id),
    });
    expect(full.message).toBe(caseFullMessages.files);
  });

  it(
    "leaves nothing to be decided about the old one",
    { tags: ["W-REV-055", "W-REV-015"] },
    async () => {
      const { admin, first, agent, third, params } = await openChain();
      const old = { id: first.id };
      const calls = [
        admin.refused(409, create, { params: old, body: { decision: "accepted" } }),
        admin.refused(409, setDates, { params: old, body: { issuedOn: null } }),
        admin.refused(409, categorize, { params: old, body: { category: "cv" } }),
        admin.refused(409, assign, { params: old, body: { assignedTo: null } }),
        admin.refused(409, rename, { params: old, body: { newName: "a.pdf" } }),
        admin.refused(409, approve, { params: old }),
      ];
      for (const refusal of await Promise.all(calls))
        expect(refusal).toMatchObject({
          message: "This document has been replaced already",
          code: "record.state",
        });
      const body = { decision: "accepted" } as const;
      const { review } = await agent.call(create, { params: { id: third.id }, body });
      await send(agent, params.id, { replaces: String(third.id) });
      const late = await agent.refused(409, undo, {
        params: { id: third.id, reviewId: review.id },
      });
      expect(late.message).toBe("It is too late to undo this decision");
    },
  );
});
