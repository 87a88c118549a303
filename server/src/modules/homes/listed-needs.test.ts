import { afterAll, beforeAll, expect, it } from "vitest";
import { caseListsApi } from "contract/case-lists";
import { casesApi } from "contract/cases";
import { refreshCases } from "#server/modules/checklist/readiness-rows.service.ts";
import { openActors } from "#testing/actors.ts";
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildInvoice } from "#testing/factories/invoices.ts";
import { buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
  portal.clock.set(FAMILIES_DAY);
});
afterAll(() => portal.close());

it(
  "what is needed of a client counts papers and invoices in his list, and is told to nobody else",
  { tags: ["W-HOM-017"] },
  async () => {
    const { caseFile, client, agent, admin } = await openActors(portal);
    for (const title of ["Deed", "Will"]) await buildDecision({ caseId: caseFile.id, title });
    await buildDecision({ caseId: caseFile.id, title: "Late", dueOn: "2026-11-01" });
    await buildInvoice({ caseId: caseFile.id });
    await refreshCases([caseFile.id]);
    const query = { ids: String(caseFile.id) } as never;
    const needsFor = async (reader: TestClient) => {
      const [row] = await reader.call(caseListsApi.rows, { query });
      const page = await reader.call(caseListsApi.page, { query: { limit: 100 } as never });
      expect(page.rows.find(({ id }) => id === caseFile.id)?.needs).toEqual(row?.needs);
      return row?.needs;
    };
    expect(await needsFor(client)).toEqual({ open: 4, overdue: 1 });
    expect([await needsFor(agent), await needsFor(admin)]).toEqual([null, null]);
    const other = await buildUser({ role: "client", isAdmin: true });
    await buildAssignment(caseFile, { userId: other.id });
    expect(await needsFor(await portal.as(other))).toBeNull();
    const { caseId } = caseFile;
    await admin.call(casesApi.updateStatus, { params: { caseId }, body: { status: "hold" } });
    expect(await needsFor(client)).toEqual({ open: 0, overdue: 0 });
  },
);
