import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { invoiceListsApi } from "contract/invoice-lists";
import { codeSort } from "contract/invoice-order";
import { invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { invoices } from "#server/database/tables/invoices.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { invoiceKeys } from "./invoice-search-keys.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function findInvoice(id: number) {
  const [row] = await runtime.database.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw new Error("No such invoice");
  return row;
}

describe("what a row is sorted and found by", () => {
  it("is the contract's, for any code", async () => {
    const codes = fc.array(
      fc.string({ unit: fc.constantFrom("a", "Z", "S", "-", " ", "0", "1", "9", "é") }),
      {
        minLength: 30,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(codes, async (some) => {
        const { rows } = await runtime.database.execute<{ sorted: string }>(
          sql`select code_sort(code) as sorted from unnest(${sql.param(some)}::text[]) with ordinality as c (code, place) order by place`,
        );
        expect(rows.map(({ sorted }) => sorted)).toEqual(some.map(codeSort));
      }),
      { numRuns: 10 },
    );
  });

  it("follows a change at once, is no change of the invoice, and follows the case's title", async () => {
    const caseFile = await buildCase({ title: "Oldest name" });
    const { id: caseId } = caseFile;
    const built = await buildInvoice({ caseId, caseTitle: "Copied" });
    await invoiceKeys.fill();
    const row = await findInvoice(built.id);
    expect([row.revision, row.updatedAt]).toEqual([built.revision, built.updatedAt]);
    const found = async (q: string) =>
      idsOf((await admin.call(invoiceListsApi.page, { query: { q } })).rows);
    expect(await found("oldest name")).toEqual([built.id]);
    await admin.call(casesApi.update, {
      params: { id: caseId },
      body: { title: "Newest name" },
    });
    expect(await found("oldest name")).toEqual([]);
    expect(await found("newest name")).toEqual([built.id]);
    expect((await findInvoice(built.id)).revision).toBe(built.revision);
    const invoiceId = "ZZ-2026-1";
    await admin.call(invoicesApi.update, { params: { id: built.id }, body: { invoiceId } });
    expect(await found("zz-2026-1")).toEqual([built.id]);
    expect(await findInvoice(built.id)).toMatchObject({
      codeSort: "zz-042026-011",
      revision: built.revision + 1,
    });
    await admin.call(casesApi.remove, { params: { id: caseId } });
  });
});
