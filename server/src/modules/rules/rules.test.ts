import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import { type Rule, type RuleInput, rulesApi } from "contract/rules";
import { samplesApi } from "contract/samples";
import { runtime } from "#server/core/runtime.ts";
import { migrate } from "#server/database/migrate.ts";
import { documentRules } from "#server/database/tables/document-rules.ts";
import { buildRule, retireRuleOf } from "#testing/factories/rules.ts";
import { buildSample } from "#testing/factories/samples.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { listenToNotices } from "#testing/notices.ts";
import { seededRules } from "#testing/seeded-rules.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";
import { ownerAddress } from "#testing/test-database.ts";

const { list, create, update, retire, restore } = rulesApi;

let portal: TestApp;
let admin: TestClient;
let agent: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
  agent = await portal.as(await buildUser({ role: "agent" }));
});
afterAll(() => portal.close());

const paper: RuleInput = {
  program: "nauru",
  category: "other",
  label: "Proof of kinship",
  dueFrom: "onboarding",
  providedBy: "client",
  scope: "applicant",
  clauses: [{ kind: "Dependent Resident", need: "required" }],
};

/** First of all: nobody has changed a rule yet. */
describe("the rules that a bureau starts with", () => {
  it("are the 52 of the research, 26 for each program", { tags: ["W-RUL-001"] }, async () => {
    const { rows } = await runtime.database.execute<{ id: number }>(
      sql`select id from document_rules order by id`,
    );
    expect(rows.map(({ id }) => id)).toEqual(seededRules.map(({ id }) => id));
    const stored = await admin.call(list, {});
    const timeless = (rule: Rule) => ({ ...rule, createdAt: "", updatedAt: "" });
    const byId = stored.toSorted((one, other) => one.id - other.id);
    expect(byId.map(timeless)).toEqual(seededRules.map(timeless));
    expect(stored.filter(({ program }) => program === "nauru")).toHaveLength(26);
  });

  it("are read by agents without those of the government", { tags: ["W-RUL-005"] }, async () => {
    const rules = await agent.call(list, { query: { program: "vanuatu" } });
    expect(rules).toHaveLength(20);
    expect(rules.some(({ providedBy }) => providedBy === "government")).toBe(false);
  });

  it("go by program, kind and number", async () => {
    const rules = await admin.call(list, {});
    const keys = rules.map(({ program, category, id }) => `${program} ${category} ${1000 + id}`);
    expect(keys).toEqual(keys.toSorted());
  });

  it("are never seeded again", { tags: ["W-RUL-002"] }, async () => {
    await runtime.database.update(documentRules).set({ retiredAt: "2026-01-01T00:00:00.000Z" });
    await migrate(ownerAddress());
    expect(await runtime.database.$count(documentRules)).toBe(52);
    expect(await admin.call(list, {})).toEqual([]);
    await runtime.database.update(documentRules).set({ retiredAt: null });
  });
});

describe("a rule", () => {
  it("is one of its program and kind, for the database too", { tags: ["W-RUL-003"] }, async () => {
    const second = runtime.database.execute(sql`
      insert into document_rules (program, category, label, due_from, provided_by, scope, clauses)
      values ('vanuatu', 'passport', 'Second', 'onboarding', 'client', 'applicant',
        '[{"kind": "Spouse", "need": "required"}]')`);
    await expect(second).rejects.toMatchObject({
      cause: { constraint: "document_rules_program_category_key" },
    });
  });

  it("is created whole, told to all and asked for no twice", { tags: ["W-RUL-006"] }, async () => {
    const body = { ...paper, program: "vanuatu", category: "passport" } as const;
    expect(await admin.refused(409, create, { body })).toMatchObject({
      code: "record.taken",
      message: "There is already a rule for Passport in Vanuatu",
    });
    await retireRuleOf();
    const heard = await listenToNotices();
    const rule = await admin.call(create, { body: paper });
    expect(rule).toEqual({
      ...paper,
      id: expect.any(Number),
      quantityMin: 1,
      quantityMax: 1,
      perResidence: false,
      residenceMonths: null,
      coveredBy: null,
      validityBasis: "none",
      validityDays: null,
      warnDays: 0,
      judgedOn: "submission",
      form: null,
      help: null,
      note: null,
      sampleId: null,
      retiredAt: null,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await expect
      .poll(() => heard.notices)
      .toContainEqual({ audience: "everyone", keys: ["/api/document-rules*", "/api/cases/*"] });
    heard.stop();
    expect(await admin.refused(409, create, { body: paper })).toMatchObject({
      message: "There is already a rule for Other Supporting Document in Nauru",
    });
  });

  it(
    "keeps every field that is not sent, and what it is about for ever",
    { tags: ["W-RUL-007"] },
    async () => {
      const before = await buildRule({ help: "Any paper", warnDays: 7 });
      const params = { id: before.id };
      const after = await admin.call(update, { params, body: { label: "Anything" } });
      const { revision: _revision, ...kept } = before;
      expect(after).toEqual({
        ...kept,
        label: "Anything",
        version: 2,
        updatedAt: expect.any(String),
      });
      const fixed = { program: "vanuatu", category: "cv", scope: "case", perResidence: true };
      for (const [field, value] of Object.entries(fixed))
        await admin.refused(400, update, { params, rawBody: { [field]: value } });
      await admin.refused(400, update, { params, rawBody: { colour: "red" } });
      await admin.refused(404, update, { params: { id: 2_000_000 }, body: { label: "None" } });
    },
  );

  it("has clauses that can be answered", { tags: ["W-RUL-008"] }, async () => {
    const { id } = await buildRule();
    const refusal = async (...clauses: unknown[]) => {
      const { message } = await admin.refused(400, update, {
        params: { id },
        rawBody: { clauses },
      });
      return message;
    };
    const ages = "Ages must be between 0 and 120, the lower one first";
    const kind = "Spouse";
    expect(await refusal()).toBe("At least one clause is needed");
    expect(await refusal({ kind, need: "required", minAge: 20, maxAge: 19 })).toBe(ages);
    expect(await refusal({ kind, need: "required", minAge: -1 })).toBe(ages);
    expect(await refusal({ kind, need: "required", maxAge: 121 })).toBe(ages);
    const question = "A conditional clause needs its question";
    expect(await refusal({ kind, need: "conditional" })).toBe(question);
    expect(await refusal({ kind, need: "conditional", condition: " " })).toBe(question);
    expect(await refusal({ kind, need: "required", maritalStatuses: ["single"] })).toBe(question);
    const thirteen = Array.from({ length: 13 }, () => ({ kind, need: "required" }));
    await refusal(...thirteen);
    const rule = await admin.call(update, {
      params: { id },
      body: { clauses: [{ kind, need: "optional", minAge: null, gender: null, condition: "" }] },
    });
    expect(rule.clauses).toEqual([{ kind, need: "optional" }]);
  });

  it("has days with a window, and none without", { tags: ["W-RUL-009", "W-RUL-025"] }, async () => {
    const { id } = await buildRule();
    const params = { id };
    expect(
      await admin.refused(400, update, { params, body: { validityBasis: "issue-date" } }),
    ).toMatchObject({ message: "A window needs its days" });
    await retireRuleOf();
    const bare = { ...paper, validityBasis: "expiry-date" } as const;
    await admin.refused(400, create, { body: bare });
    const windowed = await admin.call(create, { body: { ...bare, validityDays: 0 } });
    expect(windowed).toMatchObject({ validityBasis: "expiry-date", validityDays: 0 });
    const without = { validityBasis: "none", validityDays: 30 } as const;
    const emptied = await admin.call(update, { params: { id: windowed.id }, body: without });
    expect(emptied).toMatchObject({ validityBasis: "none", validityDays: null });
    const refused = await admin.refused(400, update, { params, body: { quantityMin: 5 } });
    expect(refused.message).toBe("At most as many files as allowed can be asked for");
  });

  it(
    "shows a sample of its own program, as long as there is one",
    { tags: ["W-RUL-022"] },
    async () => {
      const { id } = await buildRule();
      const params = { id };
      const foreign = await buildSample({ program: "vanuatu" });
      for (const sampleId of [foreign.id, 2_000_000])
        expect(await admin.refused(400, update, { params, body: { sampleId } })).toMatchObject({
          message: "Invalid sample",
        });
      const sample = await buildSample({ program: "nauru" });
      const rule = await admin.call(update, { params, body: { sampleId: sample.id } });
      expect(rule.sampleId).toBe(sample.id);
      await admin.call(samplesApi.remove, { params: { id: sample.id } });
      const [left] = await runtime.database
        .select()
        .from(documentRules)
        .where(eq(documentRules.id, id));
      expect(left?.sampleId).toBeNull();
    },
  );

  it(
    "is retired and restored, never deleted",
    { tags: ["W-RUL-014", "W-RUL-026..027"] },
    async () => {
      expect(Object.values(api.rules).map(({ method }) => method as string)).not.toContain(
        "DELETE",
      );
      const { id } = await buildRule();
      const params = { id };
      const ids = async (query: { retired?: "0" | "1" } = {}) =>
        (await admin.call(list, { query: { program: "nauru", ...query } })).map((rule) => rule.id);
      const active = await admin.call(restore, { params });
      expect(active.version).toBe(1);
      const retired = await admin.call(retire, { params });
      expect(retired).toMatchObject({ id, version: 2, retiredAt: expect.any(String) });
      expect(await admin.call(retire, { params })).toEqual(retired);
      expect(await ids()).not.toContain(id);
      expect(await ids({ retired: "0" })).not.toContain(id);
      expect(await ids({ retired: "1" })).toContain(id);
      const wrong = { query: { retired: "2" } } as never;
      await admin.refused(400, list, wrong);
      const restored = await admin.call(restore, { params });
      expect(restored).toMatchObject({ version: 3, retiredAt: null });
      await admin.call(retire, { params });
      await admin.call(create, { body: paper });
      expect(await admin.refused(409, restore, { params })).toMatchObject({
        message: "There is already a rule for Other Supporting Document in Nauru",
      });
      await admin.refused(404, retire, { params: { id: 2_000_000 } });
      await admin.refused(404, restore, { params: { id: 2_000_000 } });
    },
  );
});
