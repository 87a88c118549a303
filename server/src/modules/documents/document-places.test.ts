import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi } from "contract/documents";
import { reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { askFor, openFamily, otherPdf, refusedUpload, send } from "#testing/sent-papers.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const { upload } = documentsApi;
const { listOfDocument } = reviewsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const storedOf = (caseId: number) =>
  runtime.database.select().from(documents).where(eq(documents.caseId, caseId));

describe("uploading at a place", () => {
  it(
    "for a person stores name, category and person in one row, one event per file",
    { tags: ["W-CHK-053"] },
    async () => {
      const { client, params, spouse } = await openFamily(portal);
      const answer = await client.call(upload, {
        params,
        files: [await otherPdf("one.pdf"), await otherPdf("Spouse - two.pdf")],
        fields: { category: "birth", assignedTo: String(spouse.id), country: "LBN" },
      });
      expect(answer).toMatchObject([
        {
          originalName: "Spouse - one.pdf",
          category: "birth",
          assignedTo: spouse.id,
          country: "LBN",
        },
        { originalName: "Spouse - two.pdf" },
      ]);
      expect(await eventsOf(params.id)).toHaveLength(2);
      const foreign = await buildApplicant();
      const refusal = await refusedUpload({ person: client, status: 400 }, params.id, {
        assignedTo: String(foreign.id),
      });
      expect(refusal.message).toBe("This applicant does not belong to the case");
    },
  );

  it(
    "for a paper asked by hand takes its type and person; one of another case is not there",
    { tags: ["W-CHK-054"] },
    async () => {
      const { client, params, spouse } = await openFamily(portal);
      const extra = await askFor(params.id, { applicantId: spouse.id });
      const document = await send(client, params.id, {
        category: "cv",
        extraItemId: String(extra.id),
      });
      expect(document).toMatchObject({
        category: "other",
        assignedTo: spouse.id,
        extraItemId: extra.id,
      });
      const hidden = await askFor(params.id, { category: "vanuatu-id" });
      const foreign = await askFor((await buildCase()).id);
      for (const { id } of [hidden, foreign]) {
        const fields = { extraItemId: String(id) };
        const refusal = await refusedUpload({ person: client, status: 404 }, params.id, fields);
        expect(refusal.message).toBe("Item not found");
      }
    },
  );

  it(
    "is never refused by a rule: a second birth certificate is stored",
    { tags: ["W-CHK-055"] },
    async () => {
      const { client, params, main } = await openFamily(portal);
      const fields = { category: "birth", assignedTo: String(main.id) };
      for (let count = 0; count < 3; count += 1) await send(client, params.id, fields);
      expect(await storedOf(params.id)).toHaveLength(3);
    },
  );

  it("with the type alone leaves name and person as before", { tags: ["W-CHK-056"] }, async () => {
    const { client, params } = await openFamily(portal);
    const document = await send(client, params.id, { category: "passport" });
    expect(document).toMatchObject({
      originalName: "scan.pdf",
      category: "passport",
      assignedTo: null,
      reviewState: "waiting",
      extraItemId: null,
      replaces: null,
    });
    const [line] = await eventsOf(params.id);
    expect(line?.metadata).toEqual({ documentId: document.id, category: "passport" });
  });

  it(
    "gives the name its person's prefix once, whoever named the person",
    { tags: ["W-CHK-088"] },
    async () => {
      const { client, params, spouse } = await openFamily(portal);
      const extra = await askFor(params.id, { applicantId: spouse.id });
      const first = await send(client, params.id, { extraItemId: String(extra.id) });
      expect(first.originalName).toBe("Spouse - scan.pdf");
      const next = await client.call(upload, {
        params,
        files: [await otherPdf("Spouse - again.pdf")],
        fields: { replaces: String(first.id) },
      });
      expect(next[0]?.originalName).toBe("Spouse - again.pdf");
      const alone = await openActors(portal);
      const only = await buildApplicant({ caseId: alone.caseFile.id });
      const fields = { assignedTo: String(only.id) };
      const document = await send(alone.client, alone.caseFile.id, fields);
      expect(document.originalName).toBe("Main - scan.pdf");
    },
  );

  it(
    "accepts at once what staff have looked at, with the desk's questions, all or nothing",
    { tags: ["W-REV-020"] },
    async () => {
      const { agent, client, params, main } = await openFamily(portal);
      const caseId = params.id;
      const accepted = { accepted: "true" };
      const byClient = await refusedUpload({ person: client, status: 400 }, caseId, accepted);
      expect(byClient.message).toBe("Only staff can accept documents");
      const unsorted = await refusedUpload({ person: agent, status: 400 }, caseId, accepted);
      expect(unsorted.message).toBe("Choose a type and a person first");
      const ofMain = { ...accepted, category: "passport", assignedTo: String(main.id) };
      const undated = await refusedUpload({ person: agent, status: 400 }, caseId, ofMain);
      expect(undated.message).toBe("Enter the date, or say that the document shows none");
      expect(await storedOf(caseId)).toEqual([]);
      const dated = await send(agent, caseId, { ...ofMain, expiresOn: "2036-01-01" });
      const dateless = await send(agent, caseId, { ...ofMain, withoutDate: "true" });
      expect([dated, dateless]).toMatchObject([
        { reviewState: "accepted", isApproved: true, expiresOn: "2036-01-01" },
        { reviewState: "accepted", isApproved: true, expiresOn: null },
      ]);
      for (const { id } of [dated, dateless])
        expect(await agent.call(listOfDocument, { params: { id } })).toMatchObject([
          { decision: "accepted", previousState: "waiting" },
        ]);
    },
  );
});
