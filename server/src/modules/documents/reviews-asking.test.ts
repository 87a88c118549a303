import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi } from "contract/documents";
import { reviewsApi } from "contract/reviews";
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

const { create } = reviewsApi;
const { approve, categorize } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openReviewPortal();
});
afterAll(() => portal.close());

const accepted = { decision: "accepted" } as const;
const asked = { decision: "changes_requested", reasonCode: "incomplete" } as const;

describe("a decision and what it asks", () => {
  it(
    "puts an accepted document back; one that waits is refused",
    { tags: ["W-REV-018", "W-REV-054"] },
    async () => {
      const { agent, params, caseFile } = await openPaper(portal);
      const back = { decision: "reopened" } as const;
      const refusal = await agent.refused(409, create, { params, body: back });
      expect(refusal).toMatchObject({
        message: "This document is waiting already",
        code: "record.state",
      });
      expect(await reviewsIn(params.id)).toEqual([]);
      await agent.call(create, { params, body: accepted });
      const { document, review } = await agent.call(create, { params, body: back });
      expect(document).toMatchObject({ reviewState: "waiting", isApproved: false });
      const lines = await eventsOf(caseFile.id);
      expect(lines.map(({ metadata }) => metadata)).toContainEqual({
        review: "reopened",
        reviewId: review.id,
      });
    },
  );

  it(
    "accepts once more with another waiver, and tells nobody outside",
    { tags: ["W-REV-053"] },
    async () => {
      const { agent, params, caseFile } = await openPaper(portal);
      await agent.call(create, { params, body: { ...accepted, validityWaived: true } });
      const told = (await messagesOf(caseFile.id)).length;
      const again = await agent.call(create, {
        params,
        body: { ...accepted, issuedOn: "2026-01-05" },
      });
      expect(again.document).toMatchObject({ validityWaived: false, issuedOn: "2026-01-05" });
      expect(again.review.previousState).toBe("accepted");
      expect(await reviewsIn(params.id)).toHaveLength(2);
      expect(await messagesOf(caseFile.id)).toHaveLength(told);
    },
  );

  it(
    "asks for type and person first; approving does not ask",
    { tags: ["W-REV-019", "W-REV-005"] },
    async () => {
      const { agent, admin, params, caseFile } = await openPaper(portal, { assignedTo: null });
      const refusal = await agent.refused(400, create, { params, body: accepted });
      expect(refusal.message).toBe("Choose a type and a person first");
      await agent.call(categorize, { params, body: { category: "uncategorized" } });
      await agent.refused(400, create, { params, body: accepted });
      // A paper of the whole case is nobody's.
      await admin.call(categorize, { params, body: { category: "fiu-letter" } });
      const body = { ...accepted, withoutDate: true };
      expect((await admin.call(create, { params, body })).document.isApproved).toBe(true);
      await admin.call(categorize, { params, body: { category: "uncategorized" } });
      await admin.call(create, { params, body: asked });
      const told = (await messagesOf(caseFile.id)).length;
      const approved = await admin.call(approve, { params });
      expect(approved).toMatchObject({ reviewState: "accepted", isApproved: true });
      const rows = await reviewsIn(params.id);
      await admin.call(approve, { params, leavesNoEvent: true });
      expect(await reviewsIn(params.id)).toEqual(rows);
      expect(await messagesOf(caseFile.id)).toHaveLength(told);
    },
  );

  it(
    "asks for the date that its rule judges by, or the word that there is none",
    { tags: ["W-VAL-009"] },
    async () => {
      const { agent, params } = await openPaper(portal, { category: "passport" });
      const refusal = await agent.refused(400, create, { params, body: accepted });
      expect(refusal).toMatchObject({
        message: "Enter the date, or say that the document shows none",
        fields: { expiresOn: "Enter the date, or say that the document shows none" },
      });
      await agent.call(create, { params, body: { ...accepted, withoutDate: true } });
      const { agent: other, params: cv } = await openPaper(portal, { category: "cv" });
      await other.refused(400, create, {
        params: cv,
        body: { ...accepted, expiresOn: "2030-01-01" },
      });
      const dated = { ...accepted, issuedOn: "2026-06-01" };
      expect((await other.call(create, { params: cv, body: dated })).document.issuedOn).toBe(
        "2026-06-01",
      );
    },
  );

  it("stores its dates with itself, or neither", { tags: ["W-VAL-010"] }, async () => {
    const { agent, params } = await openPaper(portal, { category: "passport" });
    const impossible = { ...accepted, issuedOn: "2026-05-01", expiresOn: "2026-04-01" };
    await agent.refused(400, create, { params, body: impossible });
    expect(await storedDocument(params.id)).toMatchObject({
      issuedOn: null,
      reviewState: "waiting",
    });
    const { document } = await agent.call(create, {
      params,
      body: { ...accepted, expiresOn: "2036-05-01" },
    });
    expect(document).toMatchObject({ expiresOn: "2036-05-01", validUntil: "2035-11-03" });
  });

  it("accepts what is out of date, and counts it on a word", { tags: ["W-VAL-011"] }, async () => {
    const { agent, params } = await openPaper(portal, { category: "passport" });
    const body = { ...accepted, expiresOn: "2020-05-01" };
    const { document } = await agent.call(create, { params, body });
    expect(document).toMatchObject({ reviewState: "accepted", validUntil: "2019-11-03" });
    const waived = await agent.call(create, { params, body: { ...body, validityWaived: true } });
    expect(waived.document).toMatchObject({ validityWaived: true, validUntil: null });
  });
});

describe("what the database holds to", () => {
  it(
    "is that a new document waits, and that approved means accepted",
    { tags: ["W-REV-002..003"] },
    async () => {
      const { document } = await openPaper(portal);
      expect(document).toMatchObject({ reviewState: "waiting", isApproved: false });
      for (const wrong of [{ isApproved: true }, { reviewState: "accepted" as const }])
        await expect(
          runtime.database.update(documents).set(wrong).where(eq(documents.id, document.id)),
        ).rejects.toThrow("Failed query");
    },
  );
});
