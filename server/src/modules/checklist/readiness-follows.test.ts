/** That the figures of lists follow each write: once, soon, and also when a portal is killed in between. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { casesApi } from "contract/cases";
import { checklistApi } from "contract/checklist";
import { documentsApi } from "contract/documents";
import { reviewsApi } from "contract/reviews";
import { rulesApi } from "contract/rules";
import { runtime } from "#server/core/runtime.ts";
import { caseReadiness } from "#server/database/tables/case-readiness.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { documents } from "#server/database/tables/documents.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDecision, ruleIdOf } from "#testing/factories/checklist.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildFamily, FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { letNoSessionSlide } from "#testing/no-slide.ts";
import { otherPdf } from "#testing/sent-papers.ts";
import { makeStatementsCountable, watchStatements } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { asOwner } from "#testing/test-database.ts";
import { findWrongRows } from "./readiness-rows.service.ts";
import { fillReadiness, refreshJob, refreshOpenCases } from "./readiness.jobs.ts";

let portal: TestApp;
beforeAll(async () => {
  makeStatementsCountable();
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

async function countWaiting(): Promise<number> {
  const { rows } = await runtime.database.execute<{ count: number }>(sql`
    select count(*)::integer as count from jobs.job
    where name = 'checklist.refreshCase' and state = 'created'`);
  return rows[0]?.count ?? 0;
}

const decided = { verdict: "not_required", reason: "The embassy has it" } as const;

/** An open case with one person and one paper that waits. */
async function openCase() {
  const actors = await openActors(portal);
  const caseId = actors.caseFile.id;
  const { id: applicantId } = await buildApplicant({ caseId, category: "Main Applicant" });
  const paper = await buildDocument({ caseId, category: "passport", assignedTo: applicantId });
  const key = `r${await ruleIdOf("cv")}.p${applicantId}`;
  await fillReadiness();
  return { ...actors, caseId, applicantId, paper, key };
}

describe("the figures of a case", () => {
  it(
    "are those of a fresh derivation after any writes, which the checklist tells at once",
    { tags: ["W-RDY-005"] },
    async () => {
      const { admin, agent, client, caseId, applicantId, paper, key } = await openCase();
      const params = { id: caseId };
      const accept = { decision: "accepted", expiresOn: "2030-01-01" } as const;
      const writes = [
        () => agent.call(checklistApi.decide, { params: { id: caseId, key }, body: decided }),
        () => agent.call(checklistApi.addExtra, { params, body: { title: "Deed" } }),
        () => agent.call(reviewsApi.create, { params: { id: paper.id }, body: accept }),
        () =>
          client.call(reviewsApi.setDates, {
            params: { id: paper.id },
            body: { expiresOn: "2026-12-01" },
          }),
        () => admin.call(casesApi.update, { params, body: { citizenshipProgram: "nauru" } }),
        () =>
          client.call(applicantsApi.save, {
            params,
            body: {
              applicants: [
                { id: applicantId, fullName: "Nadim", category: "Main Applicant" },
                { fullName: "Rima", category: "Spouse" },
              ],
            } as never,
          }),
      ];
      // Another order on each run would be no proof that can be repeated.
      for (const place of [2, 5, 0, 3, 1, 4]) {
        await writes[place]?.();
        const { readiness } = await agent.call(checklistApi.get, { params });
        expect(await findWrongRows()).toEqual([]);
        await runDueJobs("checklist.refreshCase");
        expect(await findWrongRows()).toEqual([]);
        expect(await rowOf(caseId)).toMatchObject(readiness);
      }
    },
  );

  it(
    "cost a write nothing but the asking, however many writes come",
    { tags: ["W-RDY-019"] },
    async () => {
      const { agent, caseId, key } = await openCase();
      const said: string[] = [];
      const stop = watchStatements(({ text }) => said.push(text));
      for (const verdict of ["not_required", null] as const)
        await agent.call(checklistApi.decide, {
          params: { id: caseId, key },
          body: { verdict, ...(verdict && { reason: "The embassy has it" }) },
        });
      stop();
      expect(said.filter((text) => text.includes("case_readiness"))).toEqual([]);
      expect(await countWaiting()).toBe(1);
      for (let turn = 0; turn < 10; turn += 1)
        await agent.call(checklistApi.addExtra, {
          params: { id: caseId },
          body: { title: `Deed ${turn}` },
        });
      expect(await countWaiting()).toBe(1);
      expect(await runDueJobs("checklist.refreshCase")).toBe(1);
      expect(await findWrongRows()).toEqual([]);
    },
  );

  it(
    "are right after the restart of a portal that was killed after the write",
    { tags: ["W-RDY-006"] },
    async () => {
      const { agent, caseId, key } = await openCase();
      const before = await rowOf(caseId);
      await agent.call(checklistApi.decide, { params: { id: caseId, key }, body: decided });
      expect(await rowOf(caseId)).toEqual(before);
      const restarted = createJobs(runtime.pool.options as never, runtime.log);
      await restarted.open();
      await restarted.work();
      try {
        await expect
          .poll(async () => (await rowOf(caseId))?.total, { timeout: 20_000 })
          .toBe((before?.total ?? 0) - 1);
      } finally {
        await restarted.close();
      }
    },
  );

  it("are read by the list from the row, which derives nothing", async () => {
    const { caseFile } = await buildFamily("VU-2026-0014");
    await fillReadiness();
    const admin = await portal.as(await buildAdmin());
    const said: string[] = [];
    const stop = watchStatements(({ text }) => said.push(text));
    const listed = await admin.call(casesApi.list);
    stop();
    expect(listed.find(({ id }) => id === caseFile.id)?.readiness).toMatchObject({ percent: 91 });
    expect(said.some((text) => text.includes("case_readiness"))).toBe(true);
    for (const text of said)
      expect(text).not.toMatch(
        /(from|join) "?(document_rules|checklist_decisions|applicants|documents)/,
      );
  });

  it("are looked at ten minutes after the bureau's midnight", { tags: ["W-RDY-007"] }, () => {
    expect(refreshJob.options).toMatchObject({ schedule: "10 0 * * *", inBureauZone: true });
  });
});

describe("a change that fails at its end", () => {
  it.each(["case_events", "jobs.job_common"])(
    "where %s takes no row leaves neither verdict, extra item nor upload",
    { tags: ["W-CHK-077", "W-RDY-006"] },
    async (table) => {
      const { agent, caseId, key } = await openCase();
      const before = await rowOf(caseId);
      await asOwner(`
        create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
        create trigger fail before insert on ${table} for each row execute function fail()`);
      try {
        const params = { id: caseId };
        await agent.refused(500, checklistApi.decide, {
          params: { ...params, key },
          body: decided,
        });
        await agent.refused(500, checklistApi.addExtra, { params, body: { title: "Deed" } });
        await agent.refused(500, documentsApi.upload, {
          params,
          files: [await otherPdf("scan.pdf")],
          fields: { category: "cv" },
        });
      } finally {
        await asOwner(`drop function fail() cascade`);
      }
      const ofCase = eq(checklistDecisions.caseId, caseId);
      expect(await runtime.database.$count(checklistDecisions, ofCase)).toBe(0);
      expect(await runtime.database.$count(documents, eq(documents.caseId, caseId))).toBe(1);
      expect(await countWaiting()).toBe(0);
      expect(await rowOf(caseId)).toEqual(before);
    },
  );
});

describe("what a checklist keeps", () => {
  it(
    "is decisions, dates and reviews, never an item or its state",
    { tags: ["W-CHK-080"] },
    async () => {
      const { rows } = await runtime.database.execute<{ columns: string[] }>(sql`
      select array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and table_name = 'checklist_decisions'`);
      expect(rows[0]?.columns.join(" ")).toBe(
        "id case_id rule_id applicant_id country verdict reason title category instruction due_on decided_by revision created_at updated_at",
      );
      const { agent, caseId } = await openCase();
      await letNoSessionSlide();
      const said: string[] = [];
      const stop = watchStatements(({ text }) => said.push(text));
      await agent.call(checklistApi.get, { params: { id: caseId } });
      stop();
      expect(said.filter((text) => /\b(insert into|update|delete from) /i.test(text))).toEqual([]);
    },
  );

  it(
    "goes with the case, and with the person whom it was about",
    { tags: ["W-CHK-078"] },
    async () => {
      const { agent, admin, client, caseId, applicantId, paper, key } = await openCase();
      const params = { id: caseId };
      const rima = await buildApplicant({ caseId, fullName: "Rima", category: "Spouse" });
      await agent.call(checklistApi.decide, { params: { ...params, key }, body: decided });
      await buildDecision({ caseId, applicantId });
      const kept = await buildDecision({ caseId, applicantId: rima.id });
      const body = { applicants: [{ id: rima.id, fullName: "Rima", category: "Main Applicant" }] };
      await client.call(applicantsApi.save, { params, body: body as never });
      const ofCase = eq(checklistDecisions.caseId, caseId);
      const left = await runtime.database.select().from(checklistDecisions).where(ofCase);
      expect(left.map(({ id }) => id)).toEqual([kept.id]);
      const [document] = await runtime.database
        .select()
        .from(documents)
        .where(eq(documents.id, paper.id));
      expect(document).toMatchObject({ assignedTo: null });
      await admin.call(casesApi.remove, { params });
      expect(await runtime.database.$count(checklistDecisions, ofCase)).toBe(0);
      expect(await rowOf(caseId)).toBeUndefined();
    },
  );
});

async function buildOpenCases(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const { id } = await buildCase({ citizenshipProgram: "nauru", status: "onboarding" });
    await buildApplicant({ caseId: id, category: "Main Applicant" });
    await buildDocument({ caseId: id, category: "cv" });
  }
}

/** Ten thousand in five minutes. */
const MOST_MS_FOR_ONE = 30;

async function timeOne(cases: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / cases;
}

describe("all cases at once", () => {
  it(
    "follow a start, a new day and a changed rule as fast as ten thousand have to",
    { tags: ["W-RDY-007", "W-RDY-016", "W-RUL-017"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      await buildOpenCases(100);
      expect(await timeOne(100, fillReadiness)).toBeLessThan(MOST_MS_FOR_ONE);
      portal.clock.set("2026-11-22T08:00:00Z");
      expect(await timeOne(100, refreshOpenCases)).toBeLessThan(MOST_MS_FOR_ONE);
      const body = { clauses: [{ kind: "Main Applicant", need: "optional" } as const] };
      const params = { id: await ruleIdOf("birth", "nauru") };
      await admin.call(rulesApi.update, { params, body });
      const refreshing = () => runDueJobs("checklist.refreshProgram");
      expect(await timeOne(100, refreshing)).toBeLessThan(MOST_MS_FOR_ONE);
      expect(await findWrongRows()).toEqual([]);
    },
  );
});

describe("a changed rule", () => {
  it(
    "reaches every case of its program, also when the portal is killed in the middle",
    { tags: ["W-RUL-018"] },
    async () => {
      const admin = await portal.as(await buildAdmin());
      await buildOpenCases(55);
      await fillReadiness();
      await runDueJobs("checklist.refreshProgram");
      const params = { id: await ruleIdOf("cv", "nauru") };
      const clauses = [{ kind: "Main Applicant", need: "optional" } as const];
      await admin.call(rulesApi.update, { params, body: { clauses } });
      expect((await findWrongRows()).length).toBeGreaterThanOrEqual(55);
      // Taken up, and then nothing more is heard of the portal.
      const { boss } = runtime.jobs;
      expect(await boss.fetch("checklist.refreshProgram")).toHaveLength(1);
      await asOwner(
        `update jobs.job set started_on = started_on - interval '2 minutes' where state = 'active'`,
      );
      await boss.supervise("checklist.refreshProgram");
      expect(await runDueJobs("checklist.refreshProgram", { andLater: true })).toBeGreaterThan(1);
      expect(await findWrongRows()).toEqual([]);
    },
  );
});
