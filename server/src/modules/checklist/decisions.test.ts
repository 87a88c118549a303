import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi, type DecideItemInput } from "contract/checklist";
import type { AskedCategory } from "contract/checklist-parts";
import { runtime } from "#server/core/runtime.ts";
import { checklistDecisions } from "#server/database/tables/checklist-decisions.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDecision, ruleIdOf } from "#testing/factories/checklist.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

/** A spouse has conditional papers in stage two. */
async function openSpouse() {
  const actors = await openActors(portal, { status: "citizenship_application_second_stage" });
  const caseId = actors.caseFile.id;
  await buildApplicant({ caseId });
  const spouse = await buildApplicant({
    caseId,
    position: 1,
    category: "Spouse",
    fullName: "Rima Sarrouf",
  });
  const keyOf = async (category: AskedCategory) => `r${await ruleIdOf(category)}.p${spouse.id}`;
  return { ...actors, caseId, spouse, keyOf, key: await keyOf("address") };
}

const rowsOf = (caseId: number) =>
  runtime.database.select().from(checklistDecisions).where(eq(checklistDecisions.caseId, caseId));

type Call = { key: string; body: DecideItemInput; version?: number };

function inputOf(id: number, { key, body, version }: Call) {
  const headers: Record<string, string> =
    version === undefined ? {} : { "if-match": `"${version}"` };
  return { params: { id, key }, body, headers };
}

const decide = (who: TestClient, id: number, call: Call) =>
  who.call(checklistApi.decide, inputOf(id, call));

const ascending = (one: number, other: number) => one - other;

describe("what staff say of an item", () => {
  it("is one row, one event and one version, said twice", { tags: ["W-CHK-042"] }, async () => {
    const { agent, caseId, key, spouse } = await openSpouse();
    const body = {
      verdict: "not_required",
      reason: "Lives with him",
      dueOn: "2027-01-01",
    } as const;
    const first = await decide(agent, caseId, { key, body });
    expect(first).toMatchObject({ state: "not_required", reason: "decided", dueOn: "2027-01-01" });
    const events = await eventsOf(caseId);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      action: "update",
      metadata: {
        checklistKey: key,
        label: "Proof of Address",
        person: "Rima Sarrouf",
        verdict: "not_required",
        dueOn: "2027-01-01",
        changed: ["verdict", "dueOn"],
      },
    });
    const again = await agent.call(checklistApi.decide, {
      ...inputOf(caseId, { key, body }),
      leavesNoEvent: true,
    });
    expect(again).toEqual(first);
    expect(await eventsOf(caseId)).toHaveLength(1);
    expect(await rowsOf(caseId)).toMatchObject([
      { applicantId: spouse.id, revision: first.decision?.version },
    ]);
  });

  it(
    "needs a reason where it says that something is not needed",
    { tags: ["W-CHK-043"] },
    async () => {
      const { agent, caseId, key } = await openSpouse();
      for (const reason of [undefined, null, "", "  "]) {
        const call = { key, body: { verdict: "not_required", reason } as const };
        const refusal = await agent.refused(400, checklistApi.decide, inputOf(caseId, call));
        expect(refusal.message).toBe("Say why it is not needed");
      }
      const applies = await decide(agent, caseId, { key, body: { verdict: "applies" } });
      expect(applies.decision).toMatchObject({ verdict: "applies", reason: null });
    },
  );

  it("is refused for what is no item of the case", { tags: ["W-CHK-044"] }, async () => {
    const { admin, caseId, key, spouse } = await openSpouse();
    const other = await buildCase();
    const stranger = await buildApplicant({ caseId: other.id });
    const extra = await buildDecision({ caseId: other.id });
    const passport = await ruleIdOf("passport");
    const unknown = [
      "x",
      "r1",
      "nonsense",
      `R${passport}.p${spouse.id}`,
      `r${passport}.p${stranger.id}`,
      `r${passport}.case`,
      `r${passport}.p${spouse.id}.ARE`,
      `r${await ruleIdOf("passport", "nauru")}.p${spouse.id}`,
      `x${extra.id}`,
      "r999999.p1",
      "r99999999999.p1",
    ];
    const body = { verdict: "applies" } as const;
    for (const each of unknown) {
      const call = inputOf(caseId, { key: each, body });
      const refusal = await admin.refused(404, checklistApi.decide, call);
      expect(refusal.message, each).toBe("Item not found");
    }
    await runtime.database.execute(
      `update document_rules set retired_at = now() where id = ${await ruleIdOf("address")}`,
    );
    const retired = await admin.refused(404, checklistApi.decide, inputOf(caseId, { key, body }));
    expect(retired.message).toBe("Item not found");
    await runtime.database.execute("update document_rules set retired_at = null");
  });

  it("is refused to agents for what the government issues", { tags: ["W-CHK-045"] }, async () => {
    const { admin, agent, caseId, keyOf } = await openSpouse();
    const call = { key: await keyOf("vanuatu-passport"), body: { verdict: "applies" } as const };
    const refusal = await agent.refused(404, checklistApi.decide, inputOf(caseId, call));
    expect(refusal.message).toBe("Item not found");
    expect(await decide(admin, caseId, call)).toMatchObject({ group: "vanuatu" });
  });

  it(
    "is forgotten when nothing is said any more, and a request stays",
    { tags: ["W-CHK-046"] },
    async () => {
      const { agent, caseId, key } = await openSpouse();
      await decide(agent, caseId, { key, body: { verdict: "applies", dueOn: "2027-01-01" } });
      const nothing = { verdict: null, dueOn: null } as const;
      const undone = await decide(agent, caseId, { key, body: nothing });
      expect(undone).toMatchObject({ decision: null, dueOn: null });
      expect(await rowsOf(caseId)).toEqual([]);
      const { id } = await buildDecision({
        caseId,
        verdict: "not_required",
        reason: "Sold",
        dueOn: "2027-01-01",
      });
      const extra = await decide(agent, caseId, { key: `x${id}`, body: nothing });
      expect(extra).toMatchObject({ state: "missing", dueOn: null, decision: { verdict: null } });
      expect(await rowsOf(caseId)).toMatchObject([
        { id, verdict: null, reason: null, dueOn: null },
      ]);
    },
  );

  it(
    "never overwrites what somebody said meanwhile, when it says what it is based on",
    { tags: ["W-CHK-047"] },
    async () => {
      const { admin, agent, caseId, key } = await openSpouse();
      await Promise.all([admin.csrfToken(), agent.csrfToken()]);
      const race = (version: number, month: number) =>
        Promise.all(
          [admin, agent].map((who, index) =>
            who.send(
              checklistApi.decide,
              inputOf(caseId, {
                key,
                body: { dueOn: `2027-0${month}-1${index}` },
                version,
              }),
            ),
          ),
        );
      const first = await race(0, 1);
      expect(first.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
      const saved = (await rowsOf(caseId))[0];
      expect(first.find(({ status }) => status === 409)?.body).toMatchObject({
        code: "edit.conflict",
        current: { key, dueOn: saved?.dueOn, decision: { version: saved?.revision } },
      });
      const second = await race(saved?.revision ?? 0, 2);
      expect(second.map(({ status }) => status).toSorted(ascending)).toEqual([200, 409]);
      const last = await decide(admin, caseId, { key, body: { dueOn: "2027-12-12" } });
      expect(last.dueOn).toBe("2027-12-12");
      // A number never comes twice, so a decision made anew is no match for an old one.
      await decide(admin, caseId, { key, body: { dueOn: null } });
      const stale = inputOf(caseId, {
        key,
        body: { dueOn: "2027-01-01" },
        version: last.decision?.version ?? 0,
      });
      await agent.refused(409, checklistApi.decide, stale);
    },
  );

  it("answers the question of a conditional item", { tags: ["W-CHK-048"] }, async () => {
    const { agent, caseId, keyOf } = await openSpouse();
    const key = await keyOf("employment");
    const body = (verdict: "applies" | "does_not_apply" | null) => ({ key, body: { verdict } });
    expect(await decide(agent, caseId, body("applies"))).toMatchObject({ state: "missing" });
    expect(await decide(agent, caseId, body("does_not_apply"))).toMatchObject({
      state: "not_required",
      reason: "condition",
    });
    expect(await decide(agent, caseId, body(null))).toMatchObject({
      state: "undecided",
      reason: "condition",
    });
  });

  it("keeps what is left out", { tags: ["W-CHK-085"] }, async () => {
    const { agent, caseId, key } = await openSpouse();
    const { id } = await buildDecision({ caseId });
    for (const each of [key, `x${id}`]) {
      const verdict = { verdict: "not_required", reason: "Sold" } as const;
      await decide(agent, caseId, { key: each, body: { dueOn: "2027-01-01" } });
      const decided = await decide(agent, caseId, { key: each, body: verdict });
      expect(decided).toMatchObject({ dueOn: "2027-01-01", decision: verdict });
      const moved = await decide(agent, caseId, { key: each, body: { dueOn: "2027-02-02" } });
      expect(moved).toMatchObject({ dueOn: "2027-02-02", decision: verdict });
    }
  });
});
