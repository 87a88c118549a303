import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sortOrders } from "contract/case-order";
import { programLabels } from "contract/case-parts";
import { fold } from "contract/fold";
import { type InvoicePage, type InvoiceRow, invoiceListsApi } from "contract/invoice-lists";
import {
  compareInvoices,
  invoiceGroupings,
  invoiceGroupKey,
  invoiceSorts,
} from "contract/invoice-order";
import { type Invoice, invoicesApi, invoiceStages, invoiceStatuses } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { invoiceKeys } from "./invoice-search-keys.ts";

let portal: TestApp;
let admin: TestClient;
let agent: TestClient;
let accountant: TestClient;
let readers: TestClient[];

beforeAll(async () => {
  portal = await openTestApp();
  const own = await buildUser({ role: "agent" });
  admin = await portal.as(await buildAdmin());
  agent = await portal.as(own);
  accountant = await portal.as(await buildUser({ role: "accountant" }));
  readers = [admin, agent, accountant];
  const files = [
    await buildCase({ title: "Nadim 100%_sure", citizenshipProgram: "nauru", assignedTo: [own] }),
    await buildCase({ title: "مُحمَّد Rahman", citizenshipProgram: "vanuatu" }),
    await buildCase({ title: "Straße", citizenshipProgram: "vanuatu", assignedTo: [own] }),
  ];
  for (let index = 0; index < 70; index += 1) {
    const caseFile = files[index % files.length];
    await buildInvoice({
      caseId: caseFile?.id,
      caseTitle: index % 5 === 0 ? "Paid in dollars" : caseFile?.title,
      // Numbers of several lengths, zeros in front, letters of both sizes.
      invoiceId: `${["S1", "s1", "AO", "P/c"][index % 4]}-2026-${index % 2 === 0 ? index : `00${index}`}`,
      stage: invoiceStages[(index * 3) % 4],
      status: invoiceStatuses[(index * 7) % 5],
      currency: index % 3 === 0 ? "AED" : "USD",
      // Several of one day, one moment, one amount.
      date: `2026-01-${String(10 + (index % 4))}`,
      createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 5))).toISOString(),
      totalFee: 1000 * (index % 6),
    });
  }
  await invoiceKeys.fill();
});
afterAll(() => portal.close());

const list = (client: TestClient) => client.call(invoicesApi.list);
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const setOf = (rows: readonly { id: number }[]) => new Set(idsOf(rows));

async function readAllPages(client: TestClient, query: Record<string, string>) {
  const rows: InvoiceRow[] = [];
  for (let after: string | null = ""; after !== null;) {
    const asked: Record<string, string> = { limit: "9", ...query };
    const page: InvoicePage = await client.call(invoiceListsApi.page, {
      query: after === "" ? asked : { ...asked, after },
    });
    if (page.next !== null && page.rows.length !== Number(asked["limit"]))
      throw new Error("A page that is not the last is not full");
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}

const everyOrder = invoiceGroupings.flatMap((groupBy) =>
  invoiceSorts.flatMap((sort) => sortOrders.map((order) => ({ groupBy, sort, order }))),
);

describe("pages of invoices", () => {
  it(
    "joined hold what the whole list holds, in its order, for every group, sort and order",
    { tags: ["D-149", "I-ACCT-010..011", "I-INV-011..012", "W-LST-044"] },
    async () => {
      for (const [reader, client] of readers.entries()) {
        const all = await list(client);
        expect(all.length).toBeGreaterThan(40);
        // The admin asks for all of them, agent and accountant for a third each: no order knows who reads.
        const orders = everyOrder.filter((_, index) => reader === 0 || index % 3 === reader);
        for (const order of orders) {
          const expected = all.toSorted((a, b) => compareInvoices(a, b, order));
          const rows = await readAllPages(client, order);
          expect(rows, JSON.stringify(order)).toEqual(
            expected.map((invoice) => ({
              ...invoice,
              group: invoiceGroupKey(invoice, order.groupBy),
            })),
          );
        }
      }
    },
  );

  it("begin at a group, and leave out as many as are skipped", async () => {
    const all = await list(admin);
    for (const order of everyOrder.filter(({ groupBy }) => groupBy !== "none")) {
      const expected = all.toSorted((a, b) => compareInvoices(a, b, order));
      const keys = new Set(expected.map((invoice) => invoiceGroupKey(invoice, order.groupBy)));
      for (const from of keys) {
        const start = expected.findIndex(
          (invoice) => invoiceGroupKey(invoice, order.groupBy) === from,
        );
        const query = { ...order, from: from ?? "", skip: "2", limit: "5" };
        const { rows } = await admin.call(invoiceListsApi.page, { query });
        expect(idsOf(rows), JSON.stringify(query)).toEqual(
          idsOf(expected.slice(start + 2, start + 7)),
        );
      }
    }
  });

  it("refuse limits, cursors and filters that are none, and a cursor of the longest code fits", async () => {
    const refused = async (query: Record<string, string>) =>
      (await admin.refused(400, invoiceListsApi.page, { query })).message;
    for (const limit of ["0", "51", "x"]) expect(await refused({ limit })).toBe("Invalid limit");
    const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const after of ["x", json({}), json([1, null, "s", 1]), json([0, "soon", "s", 1])])
      expect(await refused({ after })).toBe("Invalid cursor");
    expect(await refused({ after: json([0, null, "s", 1]), sort: "date" })).toBe("Invalid cursor");
    expect(await refused({ from: "Stage 1" })).toBe("Invalid group");
    expect(await refused({ in: "notes" })).toBe("Invalid place of the search");
    expect(await refused({ unread: "true" })).toBe("Unknown filter: unread");
    const longest = await buildInvoice({
      invoiceId: "A9".repeat(25),
      createdAt: "2026-02-01T00:00:00.000Z",
    });
    const query = { limit: "1", sort: "created", order: "desc" } as const;
    const { rows, next } = await admin.call(invoiceListsApi.page, { query });
    expect(idsOf(rows)).toEqual([longest.id]);
    expect(next?.length).toBeLessThanOrEqual(200);
    await admin.call(invoiceListsApi.page, { query: { ...query, after: next ?? "" } });
    await admin.call(invoicesApi.remove, { params: { id: longest.id } });
  });

  it("give with another's cursor only what the reader may see", async () => {
    const own = new Set(idsOf(await list(agent)));
    const { next } = await admin.call(invoiceListsApi.page, { query: { limit: "10" } });
    const { rows } = await agent.call(invoiceListsApi.page, { query: { after: next ?? "" } });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ id }) => !own.has(id))).toEqual([]);
  });

  it(
    "are found by code, both titles, status, stage, currency and program, kept and shown",
    { tags: ["I-INV-004..009", "D-177"] },
    async () => {
      const all = await list(admin);
      const textsOf = (invoice: Invoice) => [
        invoice.invoiceId,
        invoice.caseTitle,
        invoice.case.title,
        invoice.status,
        invoice.stage,
        invoice.currency,
        invoice.case.program,
        programLabels[invoice.case.program],
      ];
      const needles = {
        some: [
          "AO-2026-",
          "paid in dollars",
          "محمد",
          "strasse",
          "paid by",
          "add on",
          "aed",
          "Nauru",
          "100%_sure",
        ],
        none: ["0%u", "dollars nadim", "dollars\nnadim", "\u0001"],
      };
      for (const needle of [...needles.some, ...needles.none]) {
        const found = await readAllPages(admin, { q: needle });
        const expected = all.filter((invoice) =>
          textsOf(invoice).some((text) => fold(text).includes(fold(needle))),
        );
        expect(setOf(found), needle).toEqual(setOf(expected));
        const isAbsent = needles.none.includes(needle) && fold(needle) !== "";
        expect(expected.length === 0, needle).toBe(isAbsent);
      }
    },
  );

  it(
    "with in=title are found by code and case title alone",
    { tags: ["W-LST-054", "I-ACCT-003"] },
    async () => {
      const found = async (q: string) =>
        (await readAllPages(accountant, { q, in: "title" })).map(({ invoiceId }) => invoiceId);
      const all = await list(accountant);
      const codes = (some: readonly Invoice[]) =>
        some.toSorted((a, b) => compareInvoices(a, b, newestCode)).map((one) => one.invoiceId);
      const titled = (part: string) =>
        codes(all.filter(({ caseTitle }) => caseTitle.includes(part)));
      expect(await found("STRASSE")).toEqual(titled("Straße"));
      expect(await found("paid in")).toEqual(titled("Paid in dollars"));
      expect(await found(" ao-2026-2")).toEqual(
        codes(all.filter(({ invoiceId }) => invoiceId.startsWith("AO-2026-2"))),
      );
      for (const other of ["Completed", "Stage 1", "AED", "nauru"]) {
        expect(await found(other)).toEqual([]);
        expect((await readAllPages(accountant, { q: other })).length).toBeGreaterThan(0);
      }
    },
  );

  it(
    "are narrowed by stage, status, currency, program and days together",
    { tags: ["I-ACCT-008..009"] },
    async () => {
      const all = await list(admin);
      const filters: [Record<string, string>, (invoice: Invoice) => boolean][] = [
        [{ stage: "Add On,Stage 2" }, ({ stage }) => ["Add On", "Stage 2"].includes(stage)],
        [{ status: "Completed" }, ({ status }) => status === "Completed"],
        [{ currency: "AED" }, ({ currency }) => currency === "AED"],
        [{ program: "nauru" }, (invoice) => invoice.case.program === "nauru"],
        [{ dateFrom: "2026-01-12" }, ({ date }) => date >= "2026-01-12"],
        [{ dateTo: "2026-01-12" }, ({ date }) => date <= "2026-01-12"],
      ];
      for (const [query, matches] of filters)
        for (const [other, matchesToo] of filters) {
          const both = { ...query, ...other };
          const expected = all.filter((invoice) => matches(invoice) && matchesToo(invoice));
          for (const groupBy of ["none", "stage"])
            expect(setOf(await readAllPages(admin, { ...both, groupBy }))).toEqual(setOf(expected));
          const { found } = await admin.call(invoiceListsApi.counts, { query: both });
          expect(found).toBe(expected.length);
        }
    },
  );
});

describe("counts of invoices", () => {
  it(
    "tell all, what is found, and its groups in the order of their lists",
    { tags: ["I-INV-010", "I-ACCT-006", "I-ACCT-014"] },
    async () => {
      for (const client of readers) {
        const all = await list(client);
        for (const groupBy of invoiceGroupings)
          for (const q of ["", "nadim", "nothing has this"]) {
            const answer = await client.call(invoiceListsApi.counts, { query: { groupBy, q } });
            const found = await readAllPages(client, { groupBy, q });
            expect(answer).toMatchObject({ total: all.length, found: found.length, next: null });
            const keys = [...new Set(found.map(({ group }) => group))].filter(Boolean);
            expect(answer.groups.map(({ key }) => key)).toEqual(keys);
            for (const { key, count } of answer.groups)
              expect(count).toBe(found.filter(({ group }) => group === key).length);
          }
      }
      const { groups } = await admin.call(invoiceListsApi.counts, {
        query: { groupBy: "program" },
      });
      expect(groups.map(({ label }) => label)).toEqual(["Vanuatu", "Nauru"]);
      const after = { query: { groupBy: "stage", after: "WzFd" } } as const;
      await admin.refused(400, invoiceListsApi.counts, after);
    },
  );
});

describe("single rows", () => {
  it("are those that the reader sees, as the list shows them", async () => {
    const all = await list(admin);
    const own = new Set(idsOf(await list(agent)));
    const ids = idsOf(all).slice(0, 20);
    const query = { ids: ids.join(","), groupBy: "status" } as const;
    const rows = await agent.call(invoiceListsApi.rows, { query });
    expect(setOf(rows)).toEqual(new Set(ids.filter((id) => own.has(id))));
    expect(rows.every(({ group, status }) => group === status)).toBe(true);
    const client = await portal.as(await buildUser({ role: "client" }));
    for (const endpoint of [invoiceListsApi.page, invoiceListsApi.counts]) {
      const refusal = await client.refused(403, endpoint);
      expect(refusal.message).toBe("You don't have permission to access this page.");
    }
    await client.refused(403, invoiceListsApi.rows, { query: { ids: "1" } });
  });

  it("carry the bureau's own papers for admins alone", { tags: ["S-46"] }, async () => {
    const [first] = await list(agent);
    const row = await findInvoice(first?.id ?? 0);
    await buildInvoiceFile(row, { list: "admin", originalName: "margin.pdf" });
    const query = { q: row.invoiceId } as const;
    for (const client of readers) {
      const { rows } = await client.call(invoiceListsApi.page, { query });
      const shown = rows.find(({ id }) => id === row.id);
      expect(shown?.adminFiles.length).toBe(client === admin ? 1 : 0);
    }
  });
});

const newestCode = { groupBy: "none", sort: "invoiceId", order: "desc" } as const;

async function findInvoice(id: number) {
  const [row] = await runtime.database.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw new Error("No such invoice");
  return row;
}
