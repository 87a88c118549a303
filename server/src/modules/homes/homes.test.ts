import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CaseStatus } from "contract/case-status";
import { commentsApi } from "contract/comments";
import { pathOf } from "contract/endpoint";
import { homesApi } from "contract/homes";
import { invoicesApi } from "contract/invoices";
import { reviewsApi } from "contract/reviews";
import { openActors } from "#testing/actors.ts";
import { buildCase, buildStatusDuration } from "#testing/factories/cases.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { buildComment } from "#testing/factories/comments.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildFamily, FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const DAY = 86_400_000;

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(() => portal.clock.set(FAMILIES_DAY));

const homeOf = (reader: TestClient, { caseId }: { caseId: string }) =>
  reader.call(homesApi.get, { params: { caseId } });

async function openFamily(code = "VU-2026-0014") {
  const person = await buildUser({ role: "client" });
  const agent = await buildUser({ role: "agent", firstName: "Omar", lastName: "Fakhrazi" });
  const family = await buildFamily(code, { assignedTo: [person, agent] });
  return {
    ...family,
    agent,
    client: await portal.as(person),
    staff: await portal.as(agent),
    admin: await portal.as(await buildUser({ role: "admin" })),
  };
}

/** A case of which nothing but these papers is asked: no rule asks anything of nobody. */
async function openBareCase(papers: readonly string[], status: CaseStatus = "onboarding") {
  const actors = await openActors(portal, {
    status,
    lastStatusUpdatedAt: "2026-11-20T08:00:00Z",
  });
  const { caseFile } = actors;
  const asked = [];
  for (const title of papers) asked.push(await buildDecision({ caseId: caseFile.id, title }));
  return { ...actors, asked };
}

/** Another case of the program that was in a status for so many days, and then went on. */
async function buildPassage(days: number, { toStatus = "courier" as CaseStatus } = {}) {
  const ended = Date.parse(FAMILIES_DAY) - 10 * DAY;
  await buildStatusDuration(await buildCase({ citizenshipProgram: "nauru", status: toStatus }), {
    fromStatus: "bank_clearance",
    toStatus,
    startedAt: new Date(ended - days * DAY).toISOString(),
    endedAt: new Date(ended).toISOString(),
  });
}

describe("the home of a client", () => {
  it(
    "has the shapes that were agreed: an item of each state, one of the whole case, an invoice",
    { tags: ["W-HOM-023"] },
    async () => {
      const { caseFile, asked, client, people } = await openBareCase(["Deed of the flat", "Will"]);
      await buildDocument({
        caseId: caseFile.id,
        extraItemId: asked[1]?.id ?? null,
        category: "other",
      });
      const bill = await buildInvoice({ caseId: caseFile.id, date: "2026-11-02" });
      const { id, invoiceId, currency, totalFee, date } = bill;
      expect(await homeOf(client, caseFile)).toEqual({
        state: "upload",
        needs: [
          { kind: "invoice", id, invoiceId, currency, totalFee, date },
          {
            kind: "item",
            key: `x${asked[0]?.id}`,
            label: "Deed of the flat",
            person: null,
            state: "missing",
            dueOn: null,
            isOverdue: false,
            publicText: null,
            validUntil: null,
            upload: {
              category: null,
              assignedTo: null,
              country: null,
              extraItemId: asked[0]?.id,
              replaces: null,
            },
          },
        ],
        moreNeeds: 0,
        waiting: 1,
        step: { index: 1, of: 9, status: "onboarding", since: "2026-11-20" },
        range: null,
        advisers: [
          { id: people.agent.id, firstName: "Alan", lastName: "Agent", profileImageUrl: null },
        ],
        invoicesDue: [{ id, invoiceId, currency, totalFee, date }],
        latestMessage: null,
      });
      const sarrouf = await openFamily();
      expect((await homeOf(sarrouf.client, sarrouf.caseFile)).needs).toEqual([
        {
          kind: "item",
          key: expect.stringMatching(/^r\d+\.p\d+/),
          label: "Proof of Address",
          person: "Rima Sarrouf",
          state: "changes_requested",
          dueOn: null,
          isOverdue: false,
          publicText: "Please send a newer one.",
          validUntil: null,
          upload: {
            category: "address",
            assignedTo: sarrouf.people["Rima"],
            country: null,
            extraItemId: null,
            replaces: expect.any(Number),
          },
        },
        expect.objectContaining({
          key: expect.stringMatching(/^x\d+$/),
          person: "Nadim Sarrouf",
          dueOn: "2026-11-27",
          upload: expect.objectContaining({ category: null, extraItemId: expect.any(Number) }),
        }),
      ]);
      const lin = await openFamily("VU-2026-0006");
      const ofLin = async (day: string) => {
        portal.clock.set(day);
        return (await homeOf(lin.client, lin.caseFile)).needs;
      };
      const passport = {
        kind: "item",
        key: expect.stringMatching(/^r\d+\.p\d+$/),
        label: "Passport",
        person: "Yichen Lin",
        dueOn: null,
        isOverdue: false,
        publicText: null,
        validUntil: "2027-02-03",
        upload: {
          category: "passport",
          assignedTo: lin.people["Yichen"],
          country: null,
          extraItemId: null,
          replaces: null,
        },
      };
      expect(await ofLin(FAMILIES_DAY)).toEqual([{ ...passport, state: "expiring" }]);
      expect(await ofLin("2028-01-01T08:00:00Z")).toEqual([{ ...passport, state: "expired" }]);
    },
  );

  it(
    "tells nothing of notes, of the government's papers, of other invoices",
    { tags: ["W-HOM-007"] },
    async () => {
      const { caseFile, client, staff, admin } = await openFamily();
      const asked = await buildDecision({
        caseId: caseFile.id,
        title: "Secret card",
        category: "vanuatu-id",
      });
      await buildDocument({
        caseId: caseFile.id,
        category: "vanuatu-passport",
        extraItemId: asked.id,
        originalName: "Secret passport.pdf",
      });
      for (const status of ["Paid by client", "Funds Processed", "Completed", "Cancelled"] as const)
        await buildInvoice({ caseId: caseFile.id, status, invoiceId: `Hidden ${status}` });
      for (const reader of [client, staff, admin]) {
        const home = await homeOf(reader, caseFile);
        expect(JSON.stringify(home)).not.toMatch(/Third time|Secret|Hidden|too_old|@/);
        expect(home.invoicesDue).toEqual([]);
      }
    },
  );

  it(
    "is another one as soon as the last open document is accepted",
    { tags: ["W-HOM-008"] },
    async () => {
      const { caseFile, asked, client, agent } = await openBareCase(["Deed"]);
      const document = await buildDocument({
        caseId: caseFile.id,
        extraItemId: asked[0]?.id ?? null,
        category: "other",
      });
      expect(await homeOf(client, caseFile)).toMatchObject({ state: "waiting", waiting: 1 });
      const heard = await listenToNotices();
      await agent.call(reviewsApi.create, {
        params: { id: document.id },
        body: { decision: "accepted" },
      });
      const key = pathOf(homesApi.get, { caseId: caseFile.caseId });
      await expect.poll(() => JSON.stringify(heard.notices), { timeout: 2000 }).toContain(key);
      heard.stop();
      expect(await homeOf(client, caseFile)).toMatchObject({ state: "nothing", waiting: 0 });
    },
  );

  it("is read anew with messages, invoices and what was read elsewhere", async () => {
    const { caseFile, client, agent, admin } = await openBareCase([]);
    const key = pathOf(homesApi.get, { caseId: caseFile.caseId });
    const params = { id: caseFile.id };
    const told = async (change: () => Promise<unknown>) => {
      const heard = await listenToNotices();
      await change();
      await expect.poll(() => JSON.stringify(heard.notices)).toContain(key);
      heard.stop();
    };
    await told(() =>
      agent.call(commentsApi.create, { params, body: { message: "x".repeat(200) } }),
    );
    const { latestMessage } = await homeOf(client, caseFile);
    expect(latestMessage).toMatchObject({ text: `${"x".repeat(140)}…`, isNew: true });
    expect((await homeOf(agent, caseFile)).latestMessage?.isNew).toBe(false);
    await told(() => client.call(commentsApi.markRead, { params }));
    expect((await homeOf(client, caseFile)).latestMessage?.isNew).toBe(false);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const pay = { params: { invoiceId: invoice.id }, body: { status: "Paid by client" } } as const;
    await told(() => admin.call(invoicesApi.updateStatus, pay));
    await buildComment({ caseId: caseFile.id, userId: null, message: "From before" });
    expect((await homeOf(client, caseFile)).latestMessage).toMatchObject({ author: null });
  });
});

describe("where a case stands", () => {
  it("is not told on hold, of a citizen, of a closed case", { tags: ["W-HOM-014"] }, async () => {
    const states: Partial<Record<CaseStatus, string>> = {
      hold: "paused",
      cancelled: "closed",
      citizen: "finished",
    };
    for (const [status, state] of Object.entries(states)) {
      const { caseFile, client } = await openBareCase(["Deed"], status as CaseStatus);
      expect(await homeOf(client, caseFile)).toMatchObject({
        state,
        needs: [],
        moreNeeds: 0,
        step: null,
        range: null,
      });
    }
  });

  it(
    "has a range from five cases on, and another one once a case has moved in another portal",
    { tags: ["W-HOM-022"] },
    async () => {
      const person = await buildUser({ role: "client" });
      const moved = Date.parse(FAMILIES_DAY) - 20 * DAY;
      const caseFile = await buildCase({
        citizenshipProgram: "nauru",
        status: "bank_clearance",
        lastStatusUpdatedAt: new Date(moved).toISOString(),
        assignedTo: [person],
      });
      const client = await portal.as(person);
      for (const days of [10, 20, 30, 40]) await buildPassage(days);
      expect((await homeOf(client, caseFile)).range).toBeNull();
      // Written beside this portal, whose memory knows nothing of it.
      await buildPassage(50);
      expect(await homeOf(client, caseFile)).toMatchObject({
        step: { index: 4, of: 9, status: "bank_clearance", since: "2026-11-01" },
        range: {
          unit: "week",
          low: 2,
          high: 6,
          from: "2026-11-15",
          to: "2026-12-13",
          cases: 5,
          place: "within",
        },
      });
      await buildPassage(400);
      expect((await homeOf(client, caseFile)).range).toMatchObject({ cases: 6, unit: "week" });
      await buildPassage(500, { toStatus: "cancelled" });
      expect((await homeOf(client, caseFile)).range).toMatchObject({ cases: 6 });
    },
  );
});
