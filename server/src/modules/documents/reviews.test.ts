import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi } from "contract/documents";
import { reviewMessages, reviewsApi } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import { documents } from "#server/database/tables/documents.ts";
import { eventsOf } from "#testing/case-records.ts";
import {
  messagesOf,
  openPaper,
  openReviewPortal,
  reviewsIn,
  storedDocument,
} from "#testing/judged-paper.ts";
import type { TestApp } from "#testing/test-app.ts";

const { create, listOfDocument } = reviewsApi;
const { categorize, rename } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openReviewPortal();
});
afterAll(() => portal.close());

const accepted = { decision: "accepted" } as const;
const asked = { decision: "changes_requested", reasonCode: "incomplete" } as const;

describe("a decision about a document", () => {
  it(
    "accepts it with one row and one line, and tells the automation service ids alone",
    { tags: ["W-REV-004", "W-REV-050"] },
    async () => {
      const { agent, params, caseFile, people } = await openPaper(portal);
      const { document, review } = await agent.call(create, { params, body: accepted });
      expect(document).toMatchObject({ reviewState: "accepted", isApproved: true });
      expect(review).toMatchObject({
        documentId: params.id,
        decision: "accepted",
        previousState: "waiting",
        by: { firstName: "Alan", lastName: "Agent", role: "agent" },
        undoneAt: null,
      });
      expect(await reviewsIn(params.id)).toHaveLength(1);
      const [line, ...more] = await eventsOf(caseFile.id);
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        action: "update",
        actorId: people.agent.id,
        documentName: "scan.pdf",
        metadata: {
          isApproved: true,
          review: "accepted",
          reviewId: review.id,
          validityWaived: false,
        },
      });
      expect(await messagesOf(caseFile.id)).toEqual([
        {
          event: "document_reviewed",
          case: { id: caseFile.id, caseId: caseFile.caseId },
          documentId: params.id,
          category: "birth",
          decision: "accepted",
          reasonCode: null,
        },
      ]);
    },
  );

  it(
    "asks for changes with the text of its reason, filled in, and no word of it goes outside",
    { tags: ["W-REV-007", "W-REV-050", "W-REV-009"] },
    async () => {
      const { agent, client, params, caseFile } = await openPaper(portal);
      const body = { ...asked, reasonCode: "wrong_person", internalNote: "Twice already" };
      const { document, review } = await agent.call(create, { params, body });
      expect(document).toMatchObject({ reviewState: "changes_requested", isApproved: false });
      expect(review.publicText).toBe(
        "This document belongs to someone else. Here we need the one of Nadim Haddad.",
      );
      const told = JSON.stringify(await messagesOf(caseFile.id));
      expect(told).toContain("wrong_person");
      expect(told).not.toMatch(/belongs|Nadim|Twice|scan/);
      const [line] = await eventsOf(caseFile.id);
      expect(line?.metadata).toEqual({
        isApproved: false,
        review: "changes_requested",
        reasonCode: "wrong_person",
        reviewId: review.id,
      });
      const [seen] = await client.call(listOfDocument, { params });
      expect(seen).toMatchObject({
        publicText: review.publicText,
        internalNote: null,
        reasonCode: null,
      });
      const answers = [await client.send(listOfDocument, { params })];
      for (const { bytes } of answers) expect(bytes.toString()).not.toContain("Twice");
    },
  );

  it(
    "stores the text that was written as it was written; 'other' needs one",
    { tags: ["W-REV-007"] },
    async () => {
      const { agent, params } = await openPaper(portal);
      const written = { ...asked, publicText: "Page 3, please." };
      const { review } = await agent.call(create, { params, body: written });
      expect(review.publicText).toBe("Page 3, please.");
      const silent = { ...asked, reasonCode: "other" };
      const refusal = await agent.refused(400, create, { params, body: silent });
      expect(refusal.message).toBe(reviewMessages.noText);
    },
  );

  it("needs a reason that fits the document", { tags: ["W-REV-006"] }, async () => {
    const { agent, params } = await openPaper(portal);
    const without = await agent.refused(400, create, {
      params,
      body: { decision: "changes_requested" },
    });
    expect(without.message).toBe("Choose a reason");
    const wrong = await agent.refused(400, create, {
      params,
      body: { ...asked, reasonCode: "gaps" },
    });
    expect(wrong.message).toBe("This reason does not fit the document type");
    expect(await reviewsIn(params.id)).toEqual([]);
  });

  it(
    "takes 1000 characters for the client and 2000 for the bureau, not one more",
    { tags: ["W-REV-008"] },
    async () => {
      const { agent, params } = await openPaper(portal);
      const longest = { ...asked, publicText: "a".repeat(1000), internalNote: "b".repeat(2000) };
      await agent.call(create, { params, body: longest });
      await agent.refused(400, create, {
        params,
        body: { ...asked, publicText: "a".repeat(1001) },
      });
      await agent.refused(400, create, {
        params,
        body: { ...asked, internalNote: "a".repeat(2001) },
      });
    },
  );

  it(
    "is an agent's in his cases; elsewhere, and of a government paper, there is nothing",
    { tags: ["W-REV-010"] },
    async () => {
      const { agent, strangers, params, admin } = await openPaper(portal);
      await agent.call(create, { params, body: accepted });
      await strangers[1]!.refused(404, create, { params, body: accepted });
      await admin.call(categorize, { params, body: { category: "vanuatu-passport" } });
      await agent.refused(404, create, { params, body: accepted });
      await admin.call(create, { params, body: { ...accepted, withoutDate: true } });
    },
  );

  it(
    "is refused to clients and accountants before anything is looked up",
    { tags: ["W-REV-011"] },
    async () => {
      const { client, accountant, params } = await openPaper(portal);
      for (const person of [client, accountant])
        for (const id of [params.id, 999_999]) {
          const refusal = await person.refused(403, create, { params: { id }, body: accepted });
          expect(refusal.message).toBe("Staff access required");
        }
    },
  );

  it(
    "is refused when the document has changed since it was looked at, but not for another name",
    { tags: ["W-REV-012"] },
    async () => {
      const { agent, admin, client, params, spouse, document } = await openPaper(portal);
      const version = (await storedDocument(document.id)).revision;
      await client.call(rename, { params, body: { newName: "better.pdf" } });
      await agent.call(create, { params, body: { ...accepted, version } });
      const late = await admin.send(create, { params, body: { ...asked, version } });
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({
        code: "edit.conflict",
        message: "Somebody has changed this document meanwhile.",
        current: { id: params.id, reviewState: "accepted", originalName: "better.pdf" },
      });
      expect(Object.keys((late.body as { current: object }).current)).not.toContain("filePath");
      // Nobody has said so, but whose it was is gone.
      const now = (await storedDocument(document.id)).revision;
      await runtime.database.update(documents).set({ assignedTo: spouse.id });
      await admin.refused(409, create, { params, body: { ...accepted, version: now } });
    },
  );

  it("is one of two at the same moment", { tags: ["W-REV-013"] }, async () => {
    const { agent, admin, params, document } = await openPaper(portal, {
      reviewState: "changes_requested",
    });
    const { revision: version } = await storedDocument(document.id);
    const body = { ...asked, version };
    const answers = await Promise.all([
      agent.send(create, { params, body }),
      admin.send(create, { params, body }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409,
    ]);
    expect(await reviewsIn(params.id)).toHaveLength(1);
  });
});
