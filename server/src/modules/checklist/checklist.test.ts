import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { checklistApi } from "contract/checklist";
import { runtime } from "#server/core/runtime.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildAssignment } from "#testing/factories/cases.ts";
import { buildDecision, ruleIdOf } from "#testing/factories/checklist.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildFamily, FAMILIES_DAY } from "#testing/factories/families.ts";
import { buildUser } from "#testing/factories/users.ts";
import { makeStatementsCountable, watchStatements } from "#testing/statement-counter.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const SARROUF = "VU-2026-0014";

let portal: TestApp;
beforeAll(async () => {
  makeStatementsCountable();
  portal = await openTestApp();
});
afterAll(() => portal.close());
beforeEach(() => portal.clock.set(FAMILIES_DAY));

async function openFamily(code: string) {
  const client = await buildUser({ role: "client" });
  const agent = await buildUser({ role: "agent", firstName: "Omar", lastName: "Fakhrazi" });
  const accountant = await buildUser({ role: "accountant" });
  const family = await buildFamily(code, { assignedTo: [client, agent, accountant] });
  const admin = await portal.as(await buildUser({ role: "admin" }));
  return {
    ...family,
    admin,
    client: await portal.as(client),
    agent: await portal.as(agent),
    accountant: await portal.as(accountant),
  };
}

/** The same again, each with a file of its own. */
async function copyDocument(id: number, times: number): Promise<void> {
  await runtime.database.execute(sql`
    with copies as (
      insert into stored_files overriding system value select (jsonb_populate_record(f, jsonb_build_object(
        'id', f.id + 1000 + n, 'name', f.name || n, 'storage_key', f.storage_key || n))).*
      from stored_files f, generate_series(1, ${times}) n
      where f.id = (select stored_file_id from documents where id = ${id})
      returning id, name, storage_key
    )
    insert into documents (case_id, file_name, original_name, file_size, mime_type, category, assigned_to,
      file_path, storage_driver, stored_file_id)
    select d.case_id, c.name, d.original_name, d.file_size, d.mime_type, d.category, d.assigned_to,
      c.storage_key, d.storage_driver, c.id
    from documents d, copies c where d.id = ${id}`);
}

describe("the checklist of a case", () => {
  it(
    "is the same by number and by code, in the shape of the contract",
    { tags: ["W-CHK-038"] },
    async () => {
      const { caseFile, admin } = await openFamily(SARROUF);
      const byNumber = await admin.call(checklistApi.get, { params: { id: caseFile.id } });
      const byCode = await admin.call(checklistApi.getByCaseCode, {
        params: { caseId: caseFile.caseId },
      });
      expect(byCode).toEqual(byNumber);
      expect(byNumber).toMatchObject({
        caseId: caseFile.id,
        stage: "bank_clearance",
        today: "2026-11-21",
        submissionOn: "2026-11-09",
        can: { decide: true, review: true },
      });
      expect(byNumber.items).toHaveLength(76);
    },
  );

  it(
    "tells everybody the same figure, and the government's papers nobody but admins",
    { tags: ["W-CHK-039", "W-RDY-004"] },
    async () => {
      const { caseFile, admin, agent, client } = await openFamily(SARROUF);
      await buildDocument({
        caseId: caseFile.id,
        category: "vanuatu-id",
        originalName: "Card.pdf",
      });
      const params = { id: caseFile.id };
      const ofAdmin = await admin.call(checklistApi.get, { params });
      expect(ofAdmin.others).toContainEqual({
        documentId: expect.any(Number) as number,
        reason: "unassigned",
      });
      for (const who of [agent, client]) {
        const seen = await who.call(checklistApi.get, { params });
        expect(seen.items).toHaveLength(58);
        expect(seen.items.filter(({ group }) => group === "vanuatu")).toEqual([]);
        expect(seen.others).toHaveLength(1);
        const { total, done, percent } = ofAdmin.readiness;
        expect(seen.readiness).toMatchObject({ total, done, percent });
      }
      expect(ofAdmin.readiness).toMatchObject({ total: 45, done: 41, percent: 91 });
    },
  );

  it("hides a government's paper that was put to an item of others", async () => {
    const { caseFile, admin, client } = await openFamily(SARROUF);
    const extra = await buildDecision({ caseId: caseFile.id });
    const extraItemId = extra.id;
    await buildDocument({ caseId: caseFile.id, category: "vanuatu-id", extraItemId });
    const params = { id: caseFile.id };
    const documentsFor = async (who: typeof admin) =>
      (await who.call(checklistApi.get, { params })).items.find(
        ({ extraId }) => extraId === extraItemId,
      )?.documents;
    expect(await documentsFor(admin)).toHaveLength(1);
    expect(await documentsFor(client)).toEqual([]);
  });

  it(
    "tells clients and accountants neither conditions nor decisions",
    { tags: ["W-CHK-040", "W-RDY-009"] },
    async () => {
      const { caseFile, people, agent, client, accountant } = await openFamily(SARROUF);
      const key = `r${await ruleIdOf("cv")}.p${people["Rima"]}`;
      const body = { verdict: "not_required", reason: "The bank has hers" } as const;
      await agent.call(checklistApi.decide, { params: { id: caseFile.id, key }, body });
      for (const who of [client, accountant]) {
        const seen = await who.call(checklistApi.get, { params: { id: caseFile.id } });
        expect(seen.can).toEqual({ decide: false, review: false });
        const others = Object.entries(seen.readiness).filter(
          ([field]) => !["total", "done", "percent"].includes(field),
        );
        expect(others.map(([, value]) => value)).toEqual(others.map(() => null));
        for (const item of seen.items) {
          expect(item).toMatchObject({ condition: null, decision: null });
          expect([null, "optional", "covered", "dateOfBirth", "gender", "maritalStatus"]).toContain(
            item.reason,
          );
        }
        const text = JSON.stringify(seen);
        for (const secret of ["The bank has hers", "Third time this month", "Fakhrazi"])
          expect(text).not.toContain(secret);
        expect(text).toContain("Please send a newer one.");
      }
      const ofStaff = await agent.call(checklistApi.get, { params: { id: caseFile.id } });
      expect(ofStaff.items.find((item) => item.key === key)).toMatchObject({
        state: "not_required",
        reason: "decided",
        decision: { reason: "The bank has hers", by: { lastName: "Fakhrazi" } },
      });
    },
  );

  it("follows the applicants at once", { tags: ["W-CHK-041"] }, async () => {
    const { caseFile, client } = await openActors(portal);
    const params = { id: caseFile.id };
    const keysNow = async () =>
      (await client.call(checklistApi.get, { params })).items.map(({ key }) => key);
    expect(await keysNow()).toEqual([]);
    const save = (applicants: object[]) =>
      client.call(applicantsApi.save, { params, body: { applicants } as never });
    const [main] = await save([{ fullName: "Nadim Sarrouf", category: "Main Applicant" }]);
    const asked = await keysNow();
    expect(asked.length).toBeGreaterThan(0);
    const spouse = { fullName: "Rima Sarrouf", category: "Dependent Child" };
    const both = await save([{ ...main, id: main?.id }, spouse]);
    const child = both[1];
    const ofChild = async () => (await keysNow()).filter((key) => key.includes(`p${child?.id}`));
    const cv = `r${await ruleIdOf("cv")}.p${child?.id}`;
    expect(await ofChild()).toContain(cv);
    await client.call(applicantsApi.update, {
      params: { id: child?.id ?? 0 },
      body: { fullName: "Rima Sarrouf", dateOfBirth: "2015-01-01" },
    });
    expect(await ofChild()).not.toContain(cv);
    await save([
      { ...main, id: main?.id },
      { ...child, id: child?.id, dateOfBirth: "2015-01-01", category: "Spouse" },
    ]);
    expect(await ofChild()).toContain(cv);
    await save([{ ...main, id: main?.id }]);
    expect(await keysNow()).toEqual(asked);
  });

  it(
    "costs three statements beside the session's, with one document and with 500",
    { tags: ["W-CHK-089"] },
    async () => {
      const { caseFile, admin } = await openActors(portal);
      const { id: assignedTo } = await buildApplicant({ caseId: caseFile.id });
      const document = await buildDocument({ caseId: caseFile.id, category: "cv", assignedTo });
      const read = () => admin.send(checklistApi.get, { params: { id: caseFile.id } });
      const count = async () => {
        const asked: string[] = [];
        const stop = watchStatements(({ text }) => asked.push(text));
        await read();
        stop();
        return asked.filter((text) => !/sessions/.test(text));
      };
      const withOne = await count();
      expect(withOne.length, withOne.join("\n")).toBeLessThanOrEqual(3);
      await copyDocument(document.id, 499);
      expect(await count()).toHaveLength(withOne.length);
      const times: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        const started = performance.now();
        await read();
        times.push(performance.now() - started);
      }
      // The machine of the tests is shared: the best of twenty is what the portal needs.
      expect(Math.min(...times), "W-CHK-038").toBeLessThan(150);
    },
  );

  it("hears nothing of cases that somebody else is assigned to", async () => {
    const { caseFile, strangers } = await openActors(portal);
    const agent = await buildUser({ role: "agent" });
    await buildAssignment(caseFile, { userId: agent.id });
    for (const stranger of strangers)
      await stranger.refused(404, checklistApi.get, { params: { id: caseFile.id } });
  });
});
