import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { writtenNumber } from "contract/passports";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { documents } from "#server/database/tables/documents.ts";
import { readings } from "#server/database/tables/readings.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { eraseEverything } from "#server/modules/cases/erasures.ts";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const passport = {
  passportName: "SARROUF, NADIM",
  passportNumber: "lr 0012-345",
  passportCountry: "LBN",
  passportExpiresOn: "2031-07-04",
  placeOfBirth: "Tripoli",
};
const fullName = "Nadim Sarrouf";

async function openPerson() {
  const actors = await openActors(portal);
  const row = await buildApplicant({ caseId: actors.caseFile.id, fullName });
  return { ...actors, params: { id: row.id } };
}

async function openHolder() {
  const opened = await openPerson();
  await opened.agent.call(applicantsApi.update, {
    params: opened.params,
    body: { fullName, ...passport },
  });
  return opened;
}

async function rowOf(id: number) {
  const [row] = await runtime.database.select().from(applicants).where(eq(applicants.id, id));
  if (!row) throw new Error("The applicant is gone");
  return row;
}

describe("a passport number", () => {
  it("is one number, however it is written", { tags: ["W-PAS-003"] }, async () => {
    expect(writtenNumber("lr 0012-345")).toBe("LR0012345");
    const { agent, params } = await openHolder();
    const other = await openPerson();
    await other.agent.call(applicantsApi.update, {
      params: other.params,
      body: { fullName, passportNumber: "LR0012345" },
    });
    expect((await rowOf(params.id)).passportMark).toBe((await rowOf(other.params.id)).passportMark);
    expect(await agent.call(applicantsApi.passport, { params })).toEqual({
      passportNumber: "LR0012345",
    });
  });

  it(
    "is sealed under the key of the case and opens in its own row alone",
    { tags: ["W-PAS-002"] },
    async () => {
      const { agent, caseFile, params } = await openHolder();
      const { passportNumber } = await rowOf(params.id);
      expect(passportNumber?.toString("latin1")).not.toContain("LR0012345");
      const other = await buildApplicant({
        caseId: caseFile.id,
        category: "Spouse",
        fullName: "Rima Sarrouf",
        passportNumber,
      });
      const answer = await agent.send(applicantsApi.passport, { params: { id: other.id } });
      expect(answer.status).toBe(500);
      const people = await agent.call(applicantsApi.list, { params: caseFile });
      expect(new Set(people.map(({ passportEnding }) => passportEnding))).toEqual(
        new Set(["345", null]),
      );
      await runtime.database.delete(caseKeys).where(eq(caseKeys.caseId, caseFile.id));
      expect((await agent.send(applicantsApi.passport, { params })).status).not.toBe(200);
    },
  );

  it(
    "shows its last three characters in every answer, of a short one none",
    { tags: ["W-PAS-004"] },
    async () => {
      const { agent, client, caseFile, params } = await openHolder();
      const { passportNumber: _, ...shown } = passport;
      const answer = await client.call(applicantsApi.list, { params: caseFile });
      expect(answer[0]).toMatchObject({ ...shown, passportEnding: "345" });
      expect(Object.keys(answer[0] ?? {})).not.toContain("passportNumber");
      expect(JSON.stringify(answer)).not.toContain("LR0012345");
      for (const passportNumber of ["7", "123"]) {
        const typed = { fullName, passportNumber };
        const saved = await agent.call(applicantsApi.update, { params, body: typed });
        expect(saved.passportEnding).toBe("•");
      }
      const body = { fullName, passportNumber: null };
      const emptied = await agent.call(applicantsApi.update, { params, body });
      expect(emptied.passportEnding).toBeNull();
      expect(await rowOf(params.id)).toMatchObject({ passportNumber: null, passportMark: null });
    },
  );

  it("is shown to staff, which is written down", { tags: ["W-PAS-005"] }, async () => {
    const { agent, people, params } = await openHolder();
    await agent.call(applicantsApi.passport, { params });
    const shown = await runtime.database
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.kind, "passport.shown"));
    expect(shown.filter(({ userId }) => userId === people.agent.id)).toMatchObject([
      { metadata: { applicantId: params.id } },
    ]);
  });

  it("must have 1 to 20 letters and digits", { tags: ["W-PAS-007"] }, async () => {
    const { agent, params } = await openPerson();
    for (const passportNumber of ["A".repeat(21), "LR§123", ""]) {
      const refusal = await agent.refused(400, applicantsApi.update, {
        params,
        body: { fullName, passportNumber },
      });
      expect(refusal.fields?.["passportNumber"]).toBe(
        "Passport number must have 1 to 20 letters and digits",
      );
    }
  });
});

describe("passport data", () => {
  it(
    "are staff's to change, the place of birth is everybody's",
    { tags: ["W-PAS-006"] },
    async () => {
      const { client, params } = await openHolder();
      expect((await client.refused(403, applicantsApi.passport, { params })).message).toBe(
        "Staff access required",
      );
      const refusal = await client.refused(403, applicantsApi.update, {
        params,
        body: { fullName, passportExpiresOn: "2032-01-01" },
      });
      expect(refusal.message).toBe("Only staff can change passport data");
      const saved = await client.call(applicantsApi.update, {
        params,
        body: { fullName, placeOfBirth: "Beirut" },
      });
      expect(saved).toMatchObject({ placeOfBirth: "Beirut", passportEnding: "345" });
    },
  );

  it("expire between 1950 and fifty years from now", { tags: ["W-PAS-008"] }, async () => {
    const { agent, params } = await openPerson();
    const year = new Date().getUTCFullYear() + 51;
    for (const passportExpiresOn of ["1949-12-31", `${year}-01-02`, `${year}-12-31`]) {
      const refusal = await agent.refused(400, applicantsApi.update, {
        params,
        body: { fullName, passportExpiresOn },
      });
      expect(refusal.fields?.["passportExpiresOn"]).toBe("Expiry date is out of range");
    }
  });

  it("are of states and of those that only passports know", async () => {
    const { agent, params } = await openPerson();
    const give = (passportCountry: string) => ({ params, body: { fullName, passportCountry } });
    for (const code of ["D", "LBN"]) await agent.call(applicantsApi.update, give(code));
    await agent.refused(400, applicantsApi.update, give("ZZZ"));
  });

  it("stay when all applicants are saved without them", { tags: ["W-PAS-009"] }, async () => {
    const { client, caseFile, params } = await openHolder();
    const applicant = {
      id: params.id,
      fullName: "Nadim E. Sarrouf",
      category: "Main Applicant",
    } as const;
    const saved = await client.call(applicantsApi.save, {
      params: caseFile,
      body: { applicants: [applicant] },
    });
    const { passportNumber: _, ...shown } = passport;
    expect(saved).toMatchObject([
      { ...shown, fullName: applicant.fullName, passportEnding: "345" },
    ]);
  });

  it("come with a new row of the list, and none of it stands in the log", async () => {
    const { agent, caseFile } = await openActors(portal);
    const rows = [{ fullName, category: "Main Applicant" as const, ...passport }];
    const saved = await agent.call(applicantsApi.save, {
      params: caseFile,
      body: { applicants: rows },
    });
    expect(saved[0]?.passportEnding).toBe("345");
    const [one] = saved;
    const again = {
      id: one?.id ?? 0,
      ...rows[0]!,
      passportNumber: "LR0099999",
      placeOfBirth: "Saida",
    };
    await agent.call(applicantsApi.save, { params: caseFile, body: { applicants: [again] } });
    const [event] = await eventsOf(caseFile.id);
    expect(event?.metadata).toEqual({
      applicants: 1,
      applicantId: one?.id,
      fields: ["placeOfBirth", "passportNumber"],
    });
  });

  it("collide like any other field of the person", async () => {
    const { agent, admin, params } = await openHolder();
    const body = { fullName, passportNumber: "LR0000001" };
    const [seen] = await agent.call(applicantsApi.list, {
      params: { id: (await rowOf(params.id)).caseId },
    });
    await admin.call(applicantsApi.update, {
      params,
      body,
      headers: { "if-match": `"${seen?.version}"` },
    });
    const refusal = await agent.refused(409, applicantsApi.update, {
      params,
      body: { fullName, passportNumber: "LR0000002" },
      headers: { "if-match": `"${seen?.version}"` },
    });
    expect(refusal.code).toBe("edit.conflict");
    expect(JSON.stringify(refusal)).not.toContain("LR0000001");
  });

  it("outlive the document they were taken from", { tags: ["W-PAS-019"] }, async () => {
    const { agent, caseFile, params } = await openHolder();
    const document = await buildDocument({ caseId: caseFile.id, category: "passport" });
    await runtime.database
      .update(applicants)
      .set({ passportDocumentId: document.id })
      .where(eq(applicants.id, params.id));
    await runtime.database.delete(documents).where(eq(documents.id, document.id));
    expect(await rowOf(params.id)).toMatchObject({
      passportDocumentId: null,
      passportCountry: "LBN",
    });
    expect((await agent.call(applicantsApi.passport, { params })).passportNumber).toBe("LR0012345");
  });

  it(
    "are emptied with the papers of the case, and their readings go",
    { tags: ["W-PAS-020"] },
    async () => {
      const { agent, caseFile, params } = await openHolder();
      const before = await rowOf(params.id);
      const document = await buildDocument({ caseId: caseFile.id, category: "passport" });
      await runtime.database
        .insert(readings)
        .values({ caseId: caseFile.id, documentId: document.id, state: "queued" });
      const row = await caseRow(caseFile.id);
      await inTransaction((tx) => eraseEverything(tx, system, row));
      expect(await rowOf(params.id)).toMatchObject({
        fullName,
        passportName: null,
        passportNumber: null,
        passportMark: null,
        passportCountry: null,
        passportExpiresOn: null,
        placeOfBirth: null,
        passportDocumentId: null,
      });
      const left = await runtime.database
        .select()
        .from(readings)
        .where(eq(readings.caseId, caseFile.id));
      expect(left).toEqual([]);
      const { passportNumber } = before;
      expect(passportNumber).not.toBeNull();
      await runtime.database
        .update(applicants)
        .set({ passportNumber })
        .where(eq(applicants.id, params.id));
      await runtime.database.delete(caseKeys).where(eq(caseKeys.caseId, caseFile.id));
      expect((await agent.send(applicantsApi.passport, { params })).status).not.toBe(200);
    },
  );

  it(
    "are empty in rows of before, and no reading is begun for their documents",
    { tags: ["W-PAS-001"] },
    async () => {
      const { caseFile, params } = await openPerson();
      await buildDocument({ caseId: caseFile.id, category: "passport" });
      const { passportName, passportNumber, passportMark, passportDocumentId } = await rowOf(
        params.id,
      );
      const { passportCountry, passportExpiresOn, placeOfBirth } = await rowOf(params.id);
      const values = [passportName, passportNumber, passportMark, passportDocumentId];
      expect([...values, passportCountry, passportExpiresOn, placeOfBirth]).toEqual(
        Array.from({ length: 7 }, () => null),
      );
      const begun = await runtime.database
        .select()
        .from(readings)
        .where(eq(readings.caseId, caseFile.id));
      expect(begun).toEqual([]);
    },
  );
});
