/** Each change names the rows of lists that it touches: ids and kinds, to those alone who see them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { invoicesApi } from "contract/invoices";
import { LiveUpdate, type LiveRow } from "contract/session";
import { inTransaction } from "#server/database/transaction.ts";
import { type Actors, openActors } from "#testing/actors.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { type Heard, listenToNotices } from "#testing/notices.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { announce, announceCase, type Audience } from "./announce.ts";
import { heardBy } from "./hearing.ts";

let portal: TestApp;
let actors: Actors;
let heard: Heard;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  actors = await openActors(portal);
  heard = await listenToNotices();
});

let marks = 0;

/** Everything told about rows by now, with whom it is for. */
async function told(): Promise<{ audience: Audience; row: LiveRow }[]> {
  marks += 1;
  const mark = `that was all ${marks}`;
  await inTransaction((tx) => announce(tx, { audience: "admins", keys: [mark] }));
  await expect
    .poll(() => heard.notices.some((notice) => "keys" in notice && notice.keys.includes(mark)))
    .toBe(true);
  const rows = heard.notices.flatMap((notice) =>
    "keys" in notice ? (notice.rows ?? []).map((row) => ({ audience: notice.audience, row })) : [],
  );
  heard.notices.length = 0;
  return rows;
}
const rows = async () => (await told()).map(({ row }) => row);

describe("a change", () => {
  it(
    "of place or texts moves the row of its case; a message and a reading leave it where it is",
    { tags: ["W-LST-040"] },
    async () => {
      const { admin, client, caseFile } = actors;
      const at = { list: "cases", id: caseFile.id } as const;
      await admin.call(casesApi.update, { params: caseFile, body: { title: "Another" } });
      expect(await rows()).toContainEqual({ ...at, kind: "moved" });
      await admin.call(casesApi.updateStatus, { params: caseFile, body: { status: "courier" } });
      expect(await rows()).toContainEqual({ ...at, kind: "moved" });
      await client.call(applicantsApi.save, {
        params: caseFile,
        body: { applicants: [{ fullName: "Robin", category: "Main Applicant" }] },
      });
      expect(await rows()).toEqual([{ ...at, kind: "moved" }]);
      await client.call(commentsApi.create, { params: caseFile, body: { message: "Hello" } });
      expect(await rows()).toEqual([{ ...at, kind: "row" }]);
      await admin.call(commentsApi.markRead, { params: caseFile });
      expect(await told()).toEqual([
        { audience: { userId: actors.people.admin.id }, row: { ...at, kind: "row" } },
      ]);
    },
  );

  it(
    "takes the row away from whoever loses the case, and from all when it is deleted",
    { tags: ["W-LST-040"] },
    async () => {
      const { admin, caseFile, people } = actors;
      const gone = { list: "cases", id: caseFile.id, kind: "gone" } as const;
      const body = { userId: people.client.id };
      await admin.call(casesApi.unassign, { params: caseFile, body });
      expect(await told()).toContainEqual({ audience: { userId: people.client.id }, row: gone });
      await admin.call(casesApi.remove, { params: caseFile });
      const removed = await told();
      expect(removed).toContainEqual({ audience: "admins", row: gone });
      expect(removed).toContainEqual({ audience: { userId: people.agent.id }, row: gone });
      expect(
        removed.some(({ audience }) => JSON.stringify(audience).includes(String(people.client.id))),
      ).toBe(false);
    },
  );

  it("of an invoice names it to those who read invoices", { tags: ["W-LST-040"] }, async () => {
    const { admin, caseFile } = actors;
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const at = { list: "invoices", id: invoice.id } as const;
    await admin.call(invoicesApi.update, { params: invoice, body: { notes: "Paid" } });
    const updated = await told();
    expect(updated.map(({ row }) => row)).toEqual([{ ...at, kind: "moved" }]);
    expect(updated[0]?.audience).toEqual({
      caseId: caseFile.id,
      withAccountants: true,
      isHiddenFromClients: true,
    });
    await admin.call(invoicesApi.remove, { params: invoice });
    // Whoever is to pay it counts it in his list of cases.
    const counted = { list: "cases", id: caseFile.id, kind: "row" };
    expect(await rows()).toEqual([counted, { ...at, kind: "gone" }]);
  });

  it("of more than fifty cases names none of them", { tags: ["W-LST-037"] }, async () => {
    const many = (count: number) =>
      inTransaction(async (tx) => {
        for (let id = 1; id <= count; id += 1)
          await announceCase(tx, { id, caseId: `MANY-${id}` }, ["list"]);
      });
    await many(50);
    expect(await rows()).toHaveLength(50);
    await many(51);
    expect(await told()).toEqual([{ audience: "everyone", row: { list: "cases", kind: "many" } }]);
  });
});

it(
  "comes to those alone who see the case, and holds nothing but ids and kinds",
  { tags: ["W-LST-040"] },
  async () => {
    const { caseFile, people } = actors;
    const stranger = await buildUser({ role: "agent" });
    const row: LiveRow = { list: "cases", id: caseFile.id, kind: "moved" };
    const notices = [{ audience: { caseId: caseFile.id }, keys: [], rows: [row, row] }];
    const hears = (person: { id: number; role: "admin" | "agent" | "client" | "accountant" }) =>
      heardBy(
        {
          kind: "user",
          id: person.id,
          email: "",
          name: "",
          role: person.role,
          isAdmin: person.role === "admin",
          sessionId: "",
          isProven: false,
        },
        notices,
      );
    expect(await hears(people.agent)).toEqual({ keys: [], rows: [row] });
    expect(await hears(people.admin)).toEqual({ keys: [], rows: [row] });
    expect(await hears(stranger)).toEqual({ keys: [] });
    expect(LiveUpdate.safeParse({ keys: [], rows: [{ ...row, kind: "title" }] }).success).toBe(
      false,
    );
  },
);
