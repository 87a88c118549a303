import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi } from "contract/documents";
import { reviewsApi } from "contract/reviews";
import { eventsOf } from "#testing/case-records.ts";
import { openPaper, openReviewPortal, reviewsIn, storedDocument } from "#testing/judged-paper.ts";
import type { TestApp } from "#testing/test-app.ts";

const { categorize, rename } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openReviewPortal();
});
afterAll(() => portal.close());

describe("filing a judged document anew", () => {
  it.each(["accepted", "changes_requested"] as const)(
    "by a client makes an %s one wait again, by another name it does not",
    { tags: ["W-REV-016"] },
    async (reviewState) => {
      const isApproved = reviewState === "accepted";
      const given = { reviewState, isApproved, validityWaived: isApproved };
      const edits = [
        [documentsApi.categorize, { category: "cv" }],
        [documentsApi.assign, { assignedTo: null }],
        [reviewsApi.setDates, { issuedOn: "2026-03-01" }],
        [reviewsApi.setDates, { country: "LBN" }],
      ] as const;
      for (const [endpoint, rawBody] of edits) {
        const { client, params } = await openPaper(portal, given);
        await client.call(rename, { params, body: { newName: "another.pdf" } });
        expect(await storedDocument(params.id)).toMatchObject(given);
        const filed = await client.call(endpoint, { params, rawBody });
        expect(filed).toMatchObject({
          reviewState: "waiting",
          isApproved: false,
          validityWaived: false,
        });
        expect(await reviewsIn(params.id)).toMatchObject([
          { decision: "reopened", previousState: reviewState },
        ]);
      }
    },
  );

  it("by staff keeps what was decided", { tags: ["W-REV-017"] }, async () => {
    const { agent, params } = await openPaper(portal, {
      reviewState: "accepted",
      isApproved: true,
    });
    const filed = await agent.call(categorize, { params, body: { category: "cv" } });
    expect(filed).toMatchObject({ category: "cv", reviewState: "accepted" });
    expect(await reviewsIn(params.id)).toEqual([]);
  });

  it("to what it is already changes nothing", async () => {
    const { client, params } = await openPaper(portal, {
      reviewState: "accepted",
      isApproved: true,
    });
    const body = { category: "birth" } as const;
    const same = await client.call(categorize, { params, body, leavesNoEvent: true });
    expect(same.reviewState).toBe("accepted");
  });
});

describe("the dates of a document", () => {
  it.each([
    [{ issuedOn: "2126-01-01" }, "Issue date cannot be in the future"],
    [
      { issuedOn: "2026-03-01", expiresOn: "2026-02-01" },
      "Expiry date cannot be before the issue date",
    ],
    [{ issuedOn: "2026-02-30" }, "Invalid date"],
    [{ country: "ZZZ" }, "Unknown country"],
  ])("%j: %s", { tags: ["W-VAL-008"] }, async (rawBody, message) => {
    const { client, params } = await openPaper(portal);
    expect((await client.refused(400, reviewsApi.setDates, { params, rawBody })).message).toBe(
      message,
    );
  });

  it("are told with what they were, and null empties", { tags: ["W-VAL-008"] }, async () => {
    const { client, params, caseFile } = await openPaper(portal);
    const body = { issuedOn: "2026-03-01", expiresOn: "2027-03-01", country: "LBN" };
    expect(await client.call(reviewsApi.setDates, { params, body })).toMatchObject(body);
    const [line] = await eventsOf(caseFile.id);
    expect(line?.metadata).toMatchObject({ issuedOn: { from: null, to: "2026-03-01" } });
    const emptied = await client.call(reviewsApi.setDates, { params, body: { issuedOn: null } });
    expect(emptied).toMatchObject({ ...body, issuedOn: null });
  });
});
