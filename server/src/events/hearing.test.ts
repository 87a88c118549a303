/** A notice names only readings that its receiver may read, and only what has happened to records that he sees. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activityApi } from "contract/activity";
import { agreementsApi } from "contract/agreements";
import { casesApi } from "contract/cases";
import { commentsApi } from "contract/comments";
import { documentsApi } from "contract/documents";
import { invoicesApi } from "contract/invoices";
import type { Role } from "contract/session";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { type LivePage, openLivePage } from "#testing/live-page.ts";
import { samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { announce } from "./announce.ts";

const MARK = "that was all";
const receivers = ["admin", "agent", "client", "accountant", "stranger"] as const;
type Receiver = (typeof receivers)[number];

let portal: TestApp;
let caseFile: CaseRow;
let browsers: Record<Receiver, TestClient>;
let pages: Record<Receiver, LivePage>;

beforeAll(async () => {
  portal = await openTestApp();
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => portal.close());

beforeEach(async () => {
  const roles: Record<Receiver, Role> = {
    admin: "admin",
    agent: "agent",
    client: "client",
    accountant: "accountant",
    stranger: "agent",
  };
  const entries: [Receiver, TestClient, LivePage][] = [];
  const assignedTo: { id: number }[] = [];
  for (const who of receivers) {
    const user = await buildUser({ role: roles[who] });
    if (who === "agent" || who === "client") assignedTo.push(user);
    const browser = await portal.as(user);
    const page = await openLivePage(portal, browser);
    entries.push([who, browser, page]);
  }
  caseFile = await buildCase({ assignedTo });
  browsers = Object.fromEntries(entries.map(([who, browser]) => [who, browser])) as typeof browsers;
  pages = Object.fromEntries(entries.map(([who, , page]) => [who, page])) as typeof pages;
});
afterEach(() => {
  for (const page of Object.values(pages)) page.leave();
});

let marks = 0;

/** What each has heard by the time that a notice to everybody has arrived: another one for each question. */
async function heard(): Promise<Record<Receiver, string[]>> {
  marks += 1;
  const mark = `${MARK} ${marks}`;
  await inTransaction((tx) => announce(tx, { audience: "everyone", keys: [mark] }));
  for (const who of receivers) await expect.poll(() => pages[who].keys).toContain(mark);
  return Object.fromEntries(
    receivers.map((who) => [who, pages[who].keys.filter((key) => !key.startsWith(MARK))]),
  ) as Record<Receiver, string[]>;
}

describe("what is heard", () => {
  it("may be read: nobody is told of a reading that would be refused to him", async () => {
    const { admin, client } = browsers;
    const params = { id: caseFile.id };
    const files = [{ field: "files", name: "paper.pdf", bytes: await samplePdf() }];
    await admin.call(casesApi.update, { params, body: { description: "Nearly there" } });
    await client.call(commentsApi.create, { params, body: { message: "Hello" } });
    await admin.call(activityApi.createNote, { params, body: { message: "Between us" } });
    await client.call(documentsApi.upload, { params, files, fields: { category: "passport" } });
    await admin.call(agreementsApi.uploadPdf, {
      params,
      files,
      fields: { category: "service-agreement" },
    });
    const { invoiceId } = await buildInvoice({ caseId: caseFile.id });
    const paid = { params: { invoiceId }, body: { status: "Paid by client" as const } };
    await admin.call(invoicesApi.updateStatus, paid);
    const told = await heard();
    for (const who of receivers) {
      for (const url of new Set(told[who].filter((key) => !key.endsWith("*")))) {
        const { status } = await browsers[who].request({ method: "GET", url });
        expect(status, `${who} was told of ${url}`).toBe(200);
      }
    }
    const { caseId, id } = caseFile;
    const money = [`/api/cases/by-case-id/${caseId}/invoices`, "/api/invoices"];
    expect(told.client).toEqual(expect.arrayContaining(["/api/cases", money[0]]));
    expect(told.agent).toEqual(expect.arrayContaining(money));
    expect(told.admin).toContain(`/api/cases/${id}/audit`);
    expect(new Set(told.accountant)).toEqual(
      new Set([...money, `/api/cases/${id}/payment-receipts`]),
    );
    expect(told.stranger).toEqual([]);
  });

  it(
    "says nothing of the government's papers to anybody but admins",
    { tags: ["D-071"] },
    async () => {
      const { id } = await buildDocument({ caseId: caseFile.id, category: "vanuatu-citizenship" });
      await browsers.admin.call(documentsApi.rename, { params: { id }, body: { newName: "new" } });
      await browsers.admin.call(documentsApi.remove, { params: { id } });
      const { admin, ...others } = await heard();
      expect(admin).toContain("/api/cases");
      expect(others).toEqual({ agent: [], client: [], accountant: [], stranger: [] });
    },
  );

  it("says nothing of hidden invoices to clients", { tags: ["D-025"] }, async () => {
    const { id } = await buildInvoice({ caseId: caseFile.id, status: "Funds Processed" });
    await browsers.admin.call(invoicesApi.update, {
      params: { id: String(id) },
      body: { notes: "n" },
    });
    const told = await heard();
    expect(told.client).toEqual([]);
    expect(told.agent).toContain("/api/invoices");
    const params = { id: String(id) };
    await browsers.admin.call(invoicesApi.update, { params, body: { status: "Sent" } });
    expect((await heard()).client).toEqual(
      expect.arrayContaining([`/api/cases/by-case-id/${caseFile.caseId}/invoices`]),
    );
  });
});
