import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reviewsApi, UNDO_SECONDS } from "contract/reviews";
import { eventsOf } from "#testing/case-records.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { messagesOf, openPaper, openReviewPortal, reviewsIn } from "#testing/judged-paper.ts";
import type { TestApp } from "#testing/test-app.ts";

const { create, undo, listOfDocument } = reviewsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openReviewPortal();
});
afterAll(() => portal.close());

const accepted = { decision: "accepted" } as const;
const asked = { decision: "changes_requested", reasonCode: "incomplete" } as const;

describe("taking a decision back", () => {
  it(
    "restores state and waiver within a minute, and keeps the dates",
    { tags: ["W-REV-014"] },
    async () => {
      const { agent, params, caseFile } = await openPaper(portal);
      await agent.call(create, { params, body: { ...accepted, validityWaived: true } });
      const { review } = await agent.call(create, {
        params,
        body: { ...asked, issuedOn: "2026-02-01" },
      });
      portal.clock.advance((UNDO_SECONDS - 5) * 1000);
      const back = await agent.call(undo, { params: { ...params, reviewId: review.id } });
      expect(back).toMatchObject({
        reviewState: "accepted",
        isApproved: true,
        validityWaived: true,
        issuedOn: "2026-02-01",
      });
      const [, row] = await reviewsIn(params.id);
      expect(row?.undoneAt).not.toBeNull();
      const lines = await eventsOf(caseFile.id);
      expect(lines.map(({ metadata }) => metadata)).toContainEqual({
        review: "undone",
        reviewId: review.id,
      });
      expect((await messagesOf(caseFile.id)).at(-1)).toMatchObject({
        event: "document_review_undone",
        documentId: params.id,
      });
    },
  );

  it(
    "is the author's, once, in time, and while nothing later stands",
    { tags: ["W-REV-015"] },
    async () => {
      const { agent, params } = await openPaper(portal);
      const colleague = await portal.as(await buildAdmin());
      const first = await agent.call(create, { params, body: accepted });
      const ofFirst = { params: { ...params, reviewId: first.review.id } };
      const notHis = await colleague.refused(403, undo, ofFirst);
      expect(notHis.message).toBe("Only the person who decided can undo it");
      await colleague.call(create, { params, body: asked });
      const tooLate = { message: "It is too late to undo this decision", code: "record.state" };
      expect(await agent.refused(409, undo, ofFirst)).toMatchObject(tooLate);
      const second = await agent.call(create, { params, body: accepted });
      const ofSecond = { params: { ...params, reviewId: second.review.id } };
      await agent.call(undo, ofSecond);
      expect(await agent.refused(409, undo, ofSecond)).toMatchObject(tooLate);
      const third = await agent.call(create, { params, body: accepted });
      portal.clock.advance((UNDO_SECONDS + 1) * 1000);
      const ofThird = { params: { ...params, reviewId: third.review.id } };
      expect(await agent.refused(409, undo, ofThird)).toMatchObject(tooLate);
      await agent.refused(404, undo, { params: { ...params, reviewId: 999_999 } });
    },
  );

  it(
    "goes on to the one before, after the later one was taken back",
    { tags: ["W-REV-056"] },
    async () => {
      const { agent, params } = await openPaper(portal);
      const first = await agent.call(create, { params, body: asked });
      const second = await agent.call(create, { params, body: accepted });
      await agent.call(undo, { params: { ...params, reviewId: second.review.id } });
      const back = await agent.call(undo, { params: { ...params, reviewId: first.review.id } });
      expect(back.reviewState).toBe("waiting");
    },
  );

  it("leaves the decision in sight of staff alone", { tags: ["W-REV-009"] }, async () => {
    const { agent, client, params } = await openPaper(portal);
    const { review } = await agent.call(create, { params, body: asked });
    await agent.call(undo, { params: { ...params, reviewId: review.id } });
    expect(await agent.call(listOfDocument, { params })).toHaveLength(1);
    expect(await client.call(listOfDocument, { params })).toEqual([]);
  });
});
