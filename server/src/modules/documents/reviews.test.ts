import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentsApi } from "contract/documents";
import { reviewMessages, reviewsApi, UNDO_SECONDS } from "contract/reviews";
import { runtime } from "#server/core/runtime.ts";
import { documentReviews } from "#server/database/tables/document-reviews.ts";
import { documents } from "#server/database/tables/documents.ts";
import { webhookLogs } from "#server/database/tables/webhook-logs.ts";
import { openActorsWithDocument } from "#testing/actors-with-document.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const { create, undo, listOfDocument } = reviewsApi;
const { approve, categorize, rename } = documentsApi;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp({
    settings: {
      ALLOW_LOOPBACK_WEBHOOK: "on",
      WEBHOOK_URL_DOCUMENT_UPLOAD: "http://127.0.0.1:9/documents",
    },
  });
});
afterAll(() => portal.close());

const accepted = { decision: "accepted" } as const;
const asked = { decision: "changes_requested", reasonCode: "incomplete" } as const;

/** A paper of a family of two, a birth certificate of the first: nothing is asked for accepting one. */
async function openPaper(input: Parameters<typeof openActorsWithDocument>[1] = {}) {
  const actors = await openActorsWithDocument(portal, { category: "birth", ...input });
  const caseId = actors.caseFile.id;
  const main = await buildApplicant({ caseId, fullName: "Nadim Haddad" });
  const spouse = await buildApplicant({
    caseId,
    position: 1,
    category: "Spouse",
    fullName: "Rima",
  });
  if (input.assignedTo !== null)
    await runtime.database
      .update(documents)
      .set({ assignedTo: main.id })
      .where(eq(documents.id, actors.document.id));
  return { ...actors, main, spouse };
}

const stored = async (id: number) => {
  const [row] = await runtime.database.select().from(documents).where(eq(documents.id, id));
  return row!;
};
const reviewsIn = (documentId: number) =>
  runtime.database
    .select()
    .from(documentReviews)
    .where(eq(documentReviews.documentId, documentId))
    .orderBy(documentReviews.id);
const messagesOf = async (caseId: number) => {
  const rows = await runtime.database
    .select()
    .from(webhookLogs)
    .where(eq(webhookLogs.caseId, caseId))
    .orderBy(webhookLogs.id);
  return rows.map(({ payload }) => payload);
};

describe("a decision about a document", () => {
  it("accepts it with one row and one line, and tells the automation service ids alone [W-REV-004, W-REV-050]", async () => {
    const { agent, params, caseFile, people } = await openPaper();
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
  });

  it("asks for changes with the text of its reason, filled in, and no word of it goes outside [W-REV-007, W-REV-050, W-REV-009]", async () => {
    const { agent, client, params, caseFile } = await openPaper();
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
  });

  it("stores the text that was written as it was written; 'other' needs one [W-REV-007]", async () => {
    const { agent, params } = await openPaper();
    const written = { ...asked, publicText: "Page 3, please." };
    const { review } = await agent.call(create, { params, body: written });
    expect(review.publicText).toBe("Page 3, please.");
    const silent = { ...asked, reasonCode: "other" };
    const refusal = await agent.refused(400, create, { params, body: silent });
    expect(refusal.message).toBe(reviewMessages.noText);
  });

  it("needs a reason that fits the document [W-REV-006]", async () => {
    const { agent, params } = await openPaper();
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

  it("takes 1000 characters for the client and 2000 for the bureau, not one more [W-REV-008]", async () => {
    const { agent, params } = await openPaper();
    const longest = { ...asked, publicText: "a".repeat(1000), internalNote: "b".repeat(2000) };
    await agent.call(create, { params, body: longest });
    await agent.refused(400, create, { params, body: { ...asked, publicText: "a".repeat(1001) } });
    await agent.refused(400, create, {
      params,
      body: { ...asked, internalNote: "a".repeat(2001) },
    });
  });

  it("is an agent's in his cases; elsewhere, and of a government paper, there is nothing [W-REV-010]", async () => {
    const { agent, strangers, params, admin } = await openPaper();
    await agent.call(create, { params, body: accepted });
    await strangers[1]!.refused(404, create, { params, body: accepted });
    await admin.call(categorize, { params, body: { category: "vanuatu-passport" } });
    await agent.refused(404, create, { params, body: accepted });
    await admin.call(create, { params, body: { ...accepted, withoutDate: true } });
  });

  it("is refused to clients and accountants before anything is looked up [W-REV-011]", async () => {
    const { client, accountant, params } = await openPaper();
    for (const person of [client, accountant])
      for (const id of [params.id, 999_999]) {
        const refusal = await person.refused(403, create, { params: { id }, body: accepted });
        expect(refusal.message).toBe("Staff access required");
      }
  });

  it("is refused when the document has changed since it was looked at, but not for another name [W-REV-012]", async () => {
    const { agent, admin, client, params, spouse, document } = await openPaper();
    const version = (await stored(document.id)).revision;
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
    const now = (await stored(document.id)).revision;
    await runtime.database.update(documents).set({ assignedTo: spouse.id });
    await admin.refused(409, create, { params, body: { ...accepted, version: now } });
  });

  it("is one of two at the same moment [W-REV-013]", async () => {
    const { agent, admin, params, document } = await openPaper({
      reviewState: "changes_requested",
    });
    const { revision: version } = await stored(document.id);
    const body = { ...asked, version };
    const answers = await Promise.all([
      agent.send(create, { params, body }),
      admin.send(create, { params, body }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await reviewsIn(params.id)).toHaveLength(1);
  });

  it("puts an accepted document back; one that waits is refused [W-REV-018, W-REV-054]", async () => {
    const { agent, params, caseFile } = await openPaper();
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
  });

  it("accepts once more with another waiver, and tells nobody outside [W-REV-053]", async () => {
    const { agent, params, caseFile } = await openPaper();
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
  });

  it("asks for type and person first; approving does not ask [W-REV-019, W-REV-005]", async () => {
    const { agent, admin, params, caseFile } = await openPaper({ assignedTo: null });
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
  });

  it("asks for the date that its rule judges by, or the word that there is none [W-VAL-009]", async () => {
    const { agent, params } = await openPaper({ category: "passport" });
    const refusal = await agent.refused(400, create, { params, body: accepted });
    expect(refusal).toMatchObject({
      message: "Enter the date, or say that the document shows none",
      fields: { expiresOn: "Enter the date, or say that the document shows none" },
    });
    await agent.call(create, { params, body: { ...accepted, withoutDate: true } });
    const { agent: other, params: cv } = await openPaper({ category: "cv" });
    await other.refused(400, create, {
      params: cv,
      body: { ...accepted, expiresOn: "2030-01-01" },
    });
    const dated = { ...accepted, issuedOn: "2026-06-01" };
    expect((await other.call(create, { params: cv, body: dated })).document.issuedOn).toBe(
      "2026-06-01",
    );
  });

  it("stores its dates with itself, or neither [W-VAL-010]", async () => {
    const { agent, params } = await openPaper({ category: "passport" });
    const impossible = { ...accepted, issuedOn: "2026-05-01", expiresOn: "2026-04-01" };
    await agent.refused(400, create, { params, body: impossible });
    expect(await stored(params.id)).toMatchObject({ issuedOn: null, reviewState: "waiting" });
    const { document } = await agent.call(create, {
      params,
      body: { ...accepted, expiresOn: "2036-05-01" },
    });
    expect(document).toMatchObject({ expiresOn: "2036-05-01", validUntil: "2035-11-03" });
  });

  it("accepts what is out of date, and counts it on a word [W-VAL-011]", async () => {
    const { agent, params } = await openPaper({ category: "passport" });
    const body = { ...accepted, expiresOn: "2020-05-01" };
    const { document } = await agent.call(create, { params, body });
    expect(document).toMatchObject({ reviewState: "accepted", validUntil: "2019-11-03" });
    const waived = await agent.call(create, { params, body: { ...body, validityWaived: true } });
    expect(waived.document).toMatchObject({ validityWaived: true, validUntil: null });
  });
});

describe("taking a decision back", () => {
  it("restores state and waiver within a minute, and keeps the dates [W-REV-014]", async () => {
    const { agent, params, caseFile } = await openPaper();
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
  });

  it("is the author's, once, in time, and while nothing later stands [W-REV-015]", async () => {
    const { agent, params } = await openPaper();
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
  });

  it("goes on to the one before, after the later one was taken back [W-REV-056]", async () => {
    const { agent, params } = await openPaper();
    const first = await agent.call(create, { params, body: asked });
    const second = await agent.call(create, { params, body: accepted });
    await agent.call(undo, { params: { ...params, reviewId: second.review.id } });
    const back = await agent.call(undo, { params: { ...params, reviewId: first.review.id } });
    expect(back.reviewState).toBe("waiting");
  });

  it("leaves the decision in sight of staff alone [W-REV-009]", async () => {
    const { agent, client, params } = await openPaper();
    const { review } = await agent.call(create, { params, body: asked });
    await agent.call(undo, { params: { ...params, reviewId: review.id } });
    expect(await agent.call(listOfDocument, { params })).toHaveLength(1);
    expect(await client.call(listOfDocument, { params })).toEqual([]);
  });
});

describe("filing a judged document anew", () => {
  it.each(["accepted", "changes_requested"] as const)(
    "by a client makes an %s one wait again, by another name it does not [W-REV-016]",
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
        const { client, params } = await openPaper(given);
        await client.call(rename, { params, body: { newName: "another.pdf" } });
        expect(await stored(params.id)).toMatchObject(given);
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

  it("by staff keeps what was decided [W-REV-017]", async () => {
    const { agent, params } = await openPaper({ reviewState: "accepted", isApproved: true });
    const filed = await agent.call(categorize, { params, body: { category: "cv" } });
    expect(filed).toMatchObject({ category: "cv", reviewState: "accepted" });
    expect(await reviewsIn(params.id)).toEqual([]);
  });

  it("to what it is already changes nothing", async () => {
    const { client, params } = await openPaper({ reviewState: "accepted", isApproved: true });
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
    [{ country: "XXX" }, "Unknown country"],
  ])("%j: %s [W-VAL-008]", async (rawBody, message) => {
    const { client, params } = await openPaper();
    expect((await client.refused(400, reviewsApi.setDates, { params, rawBody })).message).toBe(
      message,
    );
  });

  it("are told with what they were, and null empties [W-VAL-008]", async () => {
    const { client, params, caseFile } = await openPaper();
    const body = { issuedOn: "2026-03-01", expiresOn: "2027-03-01", country: "LBN" };
    expect(await client.call(reviewsApi.setDates, { params, body })).toMatchObject(body);
    const [line] = await eventsOf(caseFile.id);
    expect(line?.metadata).toMatchObject({ issuedOn: { from: null, to: "2026-03-01" } });
    const emptied = await client.call(reviewsApi.setDates, { params, body: { issuedOn: null } });
    expect(emptied).toMatchObject({ ...body, issuedOn: null });
  });
});

describe("what the database holds to", () => {
  it("is that a new document waits, and that approved means accepted [W-REV-002, W-REV-003]", async () => {
    const { document } = await openPaper();
    expect(document).toMatchObject({ reviewState: "waiting", isApproved: false });
    for (const wrong of [{ isApproved: true }, { reviewState: "accepted" as const }])
      await expect(
        runtime.database.update(documents).set(wrong).where(eq(documents.id, document.id)),
      ).rejects.toThrow();
  });
});
