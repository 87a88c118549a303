import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { caseListsApi } from "contract/case-lists";
import { casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { caseReadiness } from "#server/database/tables/case-readiness.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildFamily, FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { findWrongRows, refreshCases } from "./readiness-rows.service.ts";
import { fillReadiness, refreshCaseJob, refreshOpenCases } from "./readiness.jobs.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.set(FAMILIES_DAY);
  await runDueJobs("checklist.refreshCase");
});

async function rowOf(caseId: number) {
  const [row] = await runtime.database
    .select()
    .from(caseReadiness)
    .where(eq(caseReadiness.caseId, caseId));
  return row;
}

async function countWaiting(caseId: number): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(sql`
    select count(*)::integer as count from jobs.job
    where name = 'checklist.refreshCase' and state = 'created' and singleton_key = ${String(caseId)}`);
  return rows[0]?.count ?? 0;
}

describe("the figures that lists show", () => {
  it("are none until the job at the start has made them", { tags: ["W-RDY-016"] }, async () => {
    const { caseFile } = await buildFamily("VU-2026-0014");
    const admin = await portal.as(await buildAdmin());
    const listed = async () =>
      (await admin.call(casesApi.list)).find(({ id }) => id === caseFile.id)?.readiness;
    expect(await listed()).toBeNull();
    await fillReadiness();
    expect(await listed()).toMatchObject({ total: 45, done: 41, percent: 91, waitingFiles: 2 });
    const [row] = await admin.call(caseListsApi.rows, { query: { ids: String(caseFile.id) } });
    expect(row?.readiness).toEqual(await listed());
  });

  it(
    "are asked for once, however often the case is written meanwhile",
    { tags: ["W-RDY-019"] },
    async () => {
      const { client, caseFile } = await openActors(portal);
      const params = { id: caseFile.id };
      for (let turn = 0; turn < 10; turn += 1)
        await client.call(applicantsApi.save, {
          params,
          body: {
            applicants: [{ fullName: `Person ${turn}`, category: "Main Applicant" }],
          } as never,
        });
      expect(await countWaiting(caseFile.id)).toBe(1);
      expect(await runDueJobs("checklist.refreshCase")).toBe(1);
      expect((await rowOf(caseFile.id))?.total).toBeGreaterThan(0);
    },
  );

  it("stay as they were when the write is taken back", async () => {
    const { caseFile } = await openActors(portal);
    const writing = inTransaction(async (tx) => {
      await refreshCaseJob.enqueue(tx, { caseId: caseFile.id }, { key: String(caseFile.id) });
      throw new Error("taken back");
    });
    await expect(writing).rejects.toThrow("taken back");
    expect(await countWaiting(caseFile.id)).toBe(0);
  });

  it("are found wrong and put right", { tags: ["W-RDY-017"] }, async () => {
    const { caseFile } = await openActors(portal);
    await buildApplicant({ caseId: caseFile.id });
    await fillReadiness();
    expect(await findWrongRows()).not.toContain(caseFile.id);
    await runtime.database
      .update(caseReadiness)
      .set({ done: 3 })
      .where(eq(caseReadiness.caseId, caseFile.id));
    expect(await findWrongRows()).toEqual([caseFile.id]);
    await refreshCases([caseFile.id]);
    expect(await findWrongRows()).toEqual([]);
  });

  it("go out of date with the day, without anybody acting", { tags: ["W-RDY-007"] }, async () => {
    const { caseFile } = await buildFamily("NR-2026-0003");
    await fillReadiness();
    const before = await rowOf(caseFile.id);
    portal.clock.set("2028-01-01T08:00:00Z");
    await refreshOpenCases();
    const after = await rowOf(caseFile.id);
    expect(after?.expired).toBeGreaterThan(before?.expired ?? 0);
    expect(after?.derivedOn).toBe("2028-01-01");
  });
});

describe("what needs attention", () => {
  it(
    "is counted and found for staff, and asked by nobody else",
    { tags: ["W-LST-051"] },
    async () => {
      const actors = await openActors(portal, { title: "Attention" });
      const { agent, client, accountant, caseFile } = actors;
      await buildApplicant({ caseId: caseFile.id, category: "Dependent Child" });
      await refreshCases([caseFile.id]);
      const query = { attention: "true" } as const;
      const page = await agent.call(caseListsApi.page, { query: query as never });
      expect(page.rows.map(({ id }) => id)).toEqual([caseFile.id]);
      expect((await agent.call(caseListsApi.counts, {})).attention).toBe(1);
      for (const who of [client, accountant]) {
        for (const list of [caseListsApi.page, caseListsApi.counts]) {
          const refusal = await who.refused(403, list, { query: query as never });
          expect(refusal.message).toBe("Staff access required");
        }
        expect((await who.call(caseListsApi.counts, {})).attention).toBeNull();
      }
      await runtime.database.execute(
        sql`update cases set status = 'hold' where id = ${caseFile.id}`,
      );
      expect((await agent.call(caseListsApi.counts, {})).attention).toBe(0);
    },
  );

  it("is in Sarrouf and Timur, and not in Lin", { tags: ["W-RDY-011"] }, async () => {
    const codes = ["VU-2026-0014", "NR-2026-0003", "VU-2026-0006"];
    const agent = await buildUser({ role: "agent" });
    const ids: number[] = [];
    for (const code of codes)
      ids.push((await buildFamily(code, { assignedTo: [agent] })).caseFile.id);
    await fillReadiness();
    const browser = await portal.as(agent);
    const query = { attention: "true" } as const;
    const page = await browser.call(caseListsApi.page, { query: query as never });
    expect(new Set(page.rows.map(({ id }) => id))).toEqual(new Set(ids.slice(0, 2)));
    expect((await browser.call(caseListsApi.counts, {})).attention).toBe(2);
  });
});
