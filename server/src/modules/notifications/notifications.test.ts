/** The notification centre: one's own lines in their order, and marking them as read. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { notificationsApi } from "contract/notifications";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { openActors } from "#testing/actors.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildNotification } from "#testing/factories/notifications.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { toldOf, toldTo, write } from "#testing/told.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
const { list, count, markRead } = notificationsApi;
const noEvent = { leavesNoEvent: true } as const;

let person: UserRow;
let browser: TestClient;
let caseFile: CaseRow;
beforeEach(async () => {
  person = await buildUser({ role: "agent" });
  browser = await portal.as(person);
  caseFile = await buildCase({ assignedTo: [person] });
});

const told = (input: Partial<Parameters<typeof buildNotification>[0]> = {}) =>
  buildNotification({ userId: person.id, caseId: caseFile.id, ...input });
const unread = async () => (await browser.call(count)).unread;
const ids = async (query: Parameters<typeof browser.call<typeof list>>[1] = {}) =>
  (await browser.call(list, query)).items.map(({ id }) => id);

describe("the list", () => {
  it(
    "has one's own lines alone, unread first, then the newest",
    { tags: ["W-NTF-018"] },
    async () => {
      const read = await told({ lastAt: at(50), readAt: at(51) });
      const older = await told({ lastAt: at(10) });
      const newer = await told({ lastAt: at(20) });
      const readBefore = await told({ lastAt: at(5), readAt: at(59) });
      await told({ userId: (await buildUser()).id });
      expect(await ids()).toEqual([newer.id, older.id, read.id, readBefore.id]);
      expect(await unread()).toBe(2);
      const admin = await portal.as(await buildAdmin());
      expect((await admin.call(list)).items).toEqual([]);
    },
  );

  it(
    "goes on where a page has ended, 30 lines at once unless said otherwise",
    { tags: ["W-NTF-018"] },
    async () => {
      for (let index = 0; index < 33; index += 1)
        await told({ lastAt: at(index), ...(index < 2 && { readAt: at(index) }) });
      const first = await browser.call(list);
      expect(first.items).toHaveLength(30);
      const second = await browser.call(list, { query: { before: first.next! } });
      expect(second.items).toHaveLength(3);
      expect(second.next).toBeNull();
      const all = await ids({ query: { limit: "100" } });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all);

      const found: number[] = [];
      for (let before: string | null = ""; before !== null;) {
        const query = { limit: "2", ...(before !== "" && { before }) };
        const page: Awaited<ReturnType<typeof browser.call<typeof list>>> = await browser.call(
          list,
          {
            query,
          },
        );
        found.push(...page.items.map(({ id }) => id));
        before = page.next;
      }
      expect(found).toEqual(all);
    },
  );

  it.each(["0", "101", "x"])("refuses the limit %s", { tags: ["W-NTF-018"] }, async (limit) => {
    expect((await browser.send(list, { query: { limit } })).status).toBe(400);
  });

  it("refuses what is no place in it, and what it does not know", async () => {
    for (const query of [{ before: "x" }, { before: "WzIsImEiLDFd" }, { kind: "message" }])
      expect((await browser.send(list, { query: query as never })).status).toBe(400);
  });

  it("names things as the reader may know them now, and where they stand", async () => {
    const document = await buildDocument({ caseId: caseFile.id, category: "cv" });
    const hidden = await buildDocument({ caseId: caseFile.id, category: "vanuatu-id" });
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const about = (id: number) => ({ data: { about: [{ id }] } });
    await told({ kind: "document_uploaded", lastAt: at(9), ...about(document.id) });
    await told({ kind: "document_uploaded", lastAt: at(8), ...about(hidden.id) });
    await told({ kind: "invoice_sent", lastAt: at(7), ...about(invoice.id) });
    await told({
      kind: "document_reviewed",
      lastAt: at(6),
      count: 2,
      data: { about: [{ id: document.id, key: "r4.p1" }], changes: 1 },
    });
    await told({ kind: "status_changed", lastAt: at(5), data: { about: [], status: "courier" } });
    const code = caseFile.caseId;
    expect((await browser.call(list)).items).toMatchObject([
      { subject: document.originalName, category: "cv", link: `/case/${code}?tab=stage1` },
      { subject: null, category: null, link: `/case/${code}` },
      { subject: invoice.invoiceId, category: null, link: `/case/${code}?tab=invoices` },
      { category: "cv", changes: 1, count: 2, link: `/case/${code}/checklist#r4.p1` },
      { status: "courier", actor: null, link: `/case/${code}` },
    ]);
  });

  it("leads an accountant without the case to the invoices of all, and tells him nothing else", async () => {
    const accountant = await buildUser({ role: "accountant" });
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const data = { about: [{ id: invoice.id }] };
    await told({ userId: accountant.id, kind: "receipt_uploaded", data });
    await told({ userId: accountant.id, kind: "message" });
    const page = await (await portal.as(accountant)).call(list);
    expect(page.items).toMatchObject([
      {
        link: "/accountant-invoices",
        subject: invoice.invoiceId,
        case: { id: caseFile.id, caseId: caseFile.caseId, title: caseFile.title },
      },
    ]);
  });
});

describe("marking as read", () => {
  it("marks one's own by their ids and leaves others alone", { tags: ["W-NTF-022"] }, async () => {
    const own = await told();
    const other = await told();
    const foreign = await told({ userId: (await buildUser()).id });
    const body = { ids: [own.id, foreign.id, 2_000_000_000] };
    expect(await browser.call(markRead, { body, ...noEvent })).toEqual({ unread: 1 });
    expect((await browser.call(list)).items.map(({ id, readAt }) => [id, readAt === null])).toEqual(
      [
        [other.id, true],
        [own.id, false],
      ],
    );
    const rows = await toldOf(caseFile);
    expect(rows.find(({ id }) => id === foreign.id)?.readAt).toBeNull();
  });

  it(
    "refuses more than 500 ids, and whoever does not say which",
    { tags: ["W-NTF-022"] },
    async () => {
      const many = Array.from({ length: 501 }, (_, index) => index + 1);
      expect((await browser.send(markRead, { body: { ids: many } })).status).toBe(400);
      const unclear = [{}, { ids: [1], all: true }, { all: true, caseId: 1 }, { ids: [] }];
      for (const rawBody of unclear) {
        const answer = await browser.send(markRead, { rawBody });
        expect(answer).toMatchObject({ status: 400, body: { message: "Say which notifications" } });
      }
    },
  );

  it(
    "leaves unread what came, or grew, after the list was seen",
    { tags: ["W-NTF-023"] },
    async () => {
      const seen = await told({ lastAt: at(10) });
      await told({ lastAt: at(20) });
      const grown = await told({ firstAt: at(5), lastAt: at(30) });
      const body = { all: true, seenAt: at(20) } as const;
      expect(await browser.call(markRead, { body, ...noEvent })).toEqual({ unread: 1 });
      const items = (await browser.call(list)).items;
      expect(items.filter(({ readAt }) => readAt === null).map(({ id }) => id)).toEqual([grown.id]);
      expect(items.find(({ id }) => id === seen.id)?.readAt).not.toBeNull();
      expect(await browser.call(markRead, { body: { all: true }, ...noEvent })).toEqual({
        unread: 0,
      });
    },
  );

  it("marks what was seen of a case, but not its messages", { tags: ["W-NTF-024"] }, async () => {
    const message = await told({ kind: "message" });
    await told({ kind: "assigned" });
    await told({ kind: "status_changed" });
    const elsewhere = await buildCase({ assignedTo: [person] });
    const other = await told({ kind: "assigned", caseId: elsewhere.id });
    const body = { caseId: caseFile.id };
    expect(await browser.call(markRead, { body, ...noEvent })).toEqual({ unread: 2 });
    const left = (await browser.call(list)).items.filter(({ readAt }) => readAt === null);
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([message.id, other.id]));
  });

  it("changes nothing in a case that one does not see", { tags: ["W-NTF-024"] }, async () => {
    const foreign = await buildCase();
    const hidden = await told({ kind: "assigned", caseId: foreign.id });
    const answer = await browser.send(markRead, { body: { caseId: foreign.id }, ...noEvent });
    expect(answer).toMatchObject({ status: 200, body: { unread: 0 } });
    expect((await toldOf(foreign)).find(({ id }) => id === hidden.id)?.readAt).toBeNull();
  });
});

describe("messages", () => {
  it(
    "stay unread in the chat when their line is read, and the other way round",
    { tags: ["W-NTF-025"] },
    async () => {
      const { caseFile: file, people, client, agent } = await openActors(portal);
      const first = await write(client, file);
      await write(client, file);
      const [row] = await toldTo(file, people.agent);
      const params = { id: file.id };
      const chat = async () =>
        (await agent.call(commentsApi.getUnreadCount, { params })).unreadCount;
      expect((await agent.call(list)).items).toMatchObject([
        { id: row?.id, count: 2, unreadMessages: 2, link: `/case/${file.caseId}?open=chat` },
      ]);
      await agent.call(markRead, { body: { ids: [row!.id] }, ...noEvent });
      expect(await chat()).toBe(2);

      await write(client, file);
      await toldOf(file);
      expect(await agent.call(count)).toEqual({ unread: 1 });
      await agent.call(commentsApi.markRead, { params, body: { upTo: first } });
      expect(await agent.call(count)).toEqual({ unread: 1 });
      await agent.call(commentsApi.markRead, { params });
      expect(await agent.call(count)).toEqual({ unread: 0 });
      expect((await toldTo(file, people.admin)).map(({ readAt }) => readAt)).toEqual([null]);
    },
  );
});

it("carries the code that the case has today", async () => {
  await told({ kind: "assigned" });
  const admin = await portal.as(await buildAdmin());
  const body = { caseId: `NEW-${caseFile.id}` };
  await admin.call(casesApi.updateCode, { params: { id: caseFile.id }, body });
  expect((await browser.call(list)).items).toMatchObject([{ link: `/case/NEW-${caseFile.id}` }]);
});
