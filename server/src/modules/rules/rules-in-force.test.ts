import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { checklistApi } from "contract/checklist";
import { rulesApi } from "contract/rules";
import type { CaseRow } from "#server/database/tables/cases.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const { retire, restore, update } = rulesApi;
/** Of the rules that a bureau starts with: Vanuatu's identity card, Nauru's. */
const ID_CARD = 2;
const ID_CARD_OF_NAURU = 28;

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());

let caseFile: CaseRow;
let key: string;
beforeEach(async () => {
  caseFile = await buildCase({ citizenshipProgram: "vanuatu", status: "onboarding" });
  const { id } = await buildApplicant({ caseId: caseFile.id, category: "Main Applicant" });
  key = `r${ID_CARD}.p${id}`;
});

const read = () => admin.call(checklistApi.get, { params: { id: caseFile.id } });
const itemNow = async (wanted = key) => (await read()).items.find((item) => item.key === wanted);
const moveTo = (citizenshipProgram: "vanuatu" | "nauru") =>
  admin.call(casesApi.update, { params: { id: caseFile.id }, body: { citizenshipProgram } });

async function decideNotNeeded(): Promise<void> {
  const params = { id: caseFile.id, key };
  const body = { verdict: "not_required", reason: "Passport is enough" } as const;
  await admin.call(checklistApi.decide, { params, body });
}

describe("a rule in force", () => {
  it("is what the next reading of an open case goes by", { tags: ["W-RUL-010"] }, async () => {
    const params = { id: ID_CARD };
    expect(await itemNow()).toMatchObject({ label: "National ID / Driving Licence" });
    const clauses = [{ kind: "Main Applicant", need: "optional" } as const];
    await admin.call(update, { params, body: { label: "Identity card", clauses } });
    expect(await itemNow()).toMatchObject({ label: "Identity card", reason: "optional" });
    await admin.call(update, { params, body: { clauses: [{ kind: "Spouse", need: "required" }] } });
    expect(await itemNow()).toBeUndefined();
    const required = [{ kind: "Main Applicant", need: "required" } as const];
    await admin.call(update, { params, body: { clauses: required } });
  });

  it(
    "takes its items with it and brings them back as they were decided",
    { tags: ["W-RUL-013"] },
    async () => {
      const params = { id: ID_CARD };
      const { id: documentId } = await buildDocument({ caseId: caseFile.id, category: "id" });
      await decideNotNeeded();
      const before = await itemNow();
      expect(before).toMatchObject({ state: "not_required", reason: "decided" });
      await admin.call(retire, { params });
      expect(await itemNow()).toBeUndefined();
      expect((await read()).others).toContainEqual({ documentId, reason: "no_rule" });
      await admin.call(restore, { params });
      expect(await itemNow()).toEqual(before);
    },
  );

  it(
    "waits for a case that is moved to the other program and back",
    { tags: ["W-RUL-024"] },
    async () => {
      await decideNotNeeded();
      const before = await itemNow();
      await moveTo("nauru");
      expect(await itemNow()).toBeUndefined();
      const ofNauru = key.replace(`r${ID_CARD}.`, `r${ID_CARD_OF_NAURU}.`);
      expect(await itemNow(ofNauru)).toMatchObject({ state: "missing", decision: null });
      await moveTo("vanuatu");
      expect(await itemNow()).toEqual(before);
    },
  );
});
