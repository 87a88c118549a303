import { inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ruleChangeKinds, rulesApi } from "contract/rules";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { buildRule, retireRuleOf } from "#testing/factories/rules.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { asOwner } from "#testing/test-database.ts";

const { create, update, retire, restore, listChanges } = rulesApi;
const kinds = ruleChangeKinds.map((kind) => `rule.${kind}`);

let portal: TestApp;
let admin: TestClient;
let adminId: number;
beforeAll(async () => {
  portal = await openTestApp();
  const user = await buildAdmin({ firstName: "Leila", lastName: "Demirtas" });
  adminId = user.id;
  admin = await portal.as(user);
});
afterAll(() => portal.close());

const countEvents = () =>
  runtime.database.$count(securityEvents, inArray(securityEvents.kind, kinds));

async function eventsSince(before: number) {
  const rows = await runtime.database
    .select()
    .from(securityEvents)
    .where(inArray(securityEvents.kind, kinds))
    .orderBy(securityEvents.id);
  return rows.slice(before).map(({ kind, userId, metadata }) => ({ kind, userId, metadata }));
}

describe("the history of a rule", () => {
  it(
    "has one event for each change with old and new values, none for nothing",
    { tags: ["W-RUL-011"] },
    async () => {
      await retireRuleOf();
      const before = await countEvents();
      const { id } = await admin.call(create, {
        body: {
          program: "nauru",
          category: "other",
          label: "Kinship",
          dueFrom: "onboarding",
          providedBy: "client",
          scope: "applicant",
          clauses: [{ kind: "Spouse", need: "required" }],
        },
      });
      const params = { id };
      const edit = { label: "Proof of kinship", quantityMax: 3 };
      await admin.call(update, { params, body: edit });
      await admin.call(update, { params, body: edit });
      await admin.call(update, {
        params,
        body: { clauses: [{ need: "required", kind: "Spouse" }] },
      });
      await admin.call(restore, { params });
      const { retiredAt } = await admin.call(retire, { params });
      await admin.call(retire, { params });
      await admin.call(restore, { params });
      const told = { ruleId: id, program: "nauru", category: "other" };
      expect(await eventsSince(before)).toMatchObject([
        {
          kind: "rule.created",
          userId: adminId,
          metadata: { ...told, changes: { label: { from: null, to: "Kinship" } } },
        },
        {
          kind: "rule.changed",
          metadata: {
            ...told,
            changes: {
              label: { from: "Kinship", to: "Proof of kinship" },
              quantityMax: { from: 1, to: 3 },
            },
          },
        },
        {
          kind: "rule.retired",
          metadata: { changes: { retiredAt: { from: null, to: retiredAt } } },
        },
        {
          kind: "rule.restored",
          metadata: { changes: { retiredAt: { from: retiredAt, to: null } } },
        },
      ]);
      const history = await admin.call(listChanges, { params });
      expect(history.map(({ kind }) => kind)).toEqual([
        "restored",
        "retired",
        "changed",
        "created",
      ]);
      expect(history[0]?.person).toEqual({
        firstName: "Leila",
        lastName: "Demirtas",
        role: "admin",
      });
      await admin.refused(404, listChanges, { params: { id: 2_000_000 } });
    },
  );

  it("outlives whoever wrote it", async () => {
    const { id } = await buildRule();
    const gone = await buildAdmin();
    await (await portal.as(gone)).call(update, { params: { id }, body: { label: "New" } });
    await runtime.database.delete(users).where(inArray(users.id, [gone.id]));
    expect(await admin.call(listChanges, { params: { id } })).toMatchObject([
      { person: null, kind: "changed", changes: { label: { to: "New" } } },
    ]);
  });

  it("is in the chain of what cannot be altered unseen", { tags: ["W-RUL-012"] }, async () => {
    const { id } = await buildRule();
    await admin.call(update, { params: { id }, body: { warnDays: 10 } });
    expect(await verifyChain()).toMatchObject({ broken: null });
    await asOwner("alter table security_events disable trigger user");
    await asOwner(
      `update security_events set metadata = jsonb_set(metadata, '{changes,warnDays,to}', '99') where kind = 'rule.changed' and metadata ->> 'ruleId' = '${id}'`,
    );
    expect(await verifyChain()).not.toMatchObject({ broken: null });
  });
});

it("lets the figures of the lists follow every change, and none for nothing", async () => {
  const queued = async () => {
    const { rows } = await runtime.database.execute<{ program: string }>(
      sql`select data ->> 'program' as program from jobs.job where name = 'checklist.refreshProgram'`,
    );
    return rows.map(({ program }) => program);
  };
  const { id } = await buildRule();
  const params = { id };
  const before = await queued();
  await admin.call(update, { params, body: { help: "Certified" } });
  await admin.call(update, { params, body: { help: "Certified" } });
  await admin.refused(400, update, { params, body: { validityBasis: "issue-date" } });
  expect(await queued()).toEqual([...before, "nauru"]);
});

describe("two edits on one version", () => {
  const edit = (id: number, body: Record<string, unknown>, basedOn?: number) => ({
    params: { id },
    body,
    headers: { "if-match": basedOn === undefined ? "*" : `"${basedOn}"` },
  });

  it("collide where they change the same fields", { tags: ["W-RUL-019"] }, async () => {
    const { id, revision } = await buildRule();
    await admin.call(update, edit(id, { label: "First", warnDays: 5 }, revision));
    const refused = await admin.refused(409, update, edit(id, { label: "Second" }, revision));
    expect(refused).toMatchObject({ code: "edit.conflict", current: { label: "First" } });
    const other = await admin.call(update, edit(id, { help: "Any copy" }, revision));
    expect(other).toMatchObject({ label: "First", warnDays: 5, help: "Any copy" });
    const last = await admin.call(update, edit(id, { label: "Second" }));
    expect(last.label).toBe("Second");
  });
});
