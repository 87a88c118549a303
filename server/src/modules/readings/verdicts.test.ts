import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applicantsApi } from "contract/applicants";
import { checklistApi } from "contract/checklist";
import { readingsApi, type VerdictsInput } from "contract/readings";
import { runtime } from "#server/core/runtime.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { cases } from "#server/database/tables/cases.ts";
import { readings } from "#server/database/tables/readings.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildReading } from "#testing/factories/readings.ts";
import { runDueJobs } from "#testing/jobs.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { typedName } from "./proposals.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

type Given = Parameters<typeof buildReading>[0];

async function openRead(person: Partial<typeof applicants.$inferInsert> = {}, given: Given = {}) {
  const actors = await openActors(portal);
  const { caseFile } = actors;
  const nadim = await buildApplicant({ caseId: caseFile.id, fullName: "N. Sarrouf", ...person });
  const { document } = await buildReading({
    ...given,
    document: { caseId: caseFile.id, assignedTo: nadim.id, ...given.document },
  });
  const params = { id: document.id };
  const decide = (fields: VerdictsInput["fields"], applicantVersion: number | null = null) => ({
    params,
    body: { applicantVersion, fields },
  });
  return { ...actors, nadim, params, decide };
}

async function personOf(id: number) {
  const [row] = await runtime.database.select().from(applicants).where(eq(applicants.id, id));
  if (!row) throw new Error("The applicant is gone");
  return row;
}

describe("using a value", () => {
  it(
    "replaces that one alone, and raises the version by one",
    { tags: ["W-MRZ-040"] },
    async () => {
      const { agent, caseFile, nadim, params, decide } = await openRead({
        dateOfBirth: "1980-01-01",
        gender: "female",
      });
      const answer = await agent.call(
        readingsApi.decide,
        decide({ dateOfBirth: "use", sex: "set_aside" }, nadim.revision),
      );
      const { updatedAt: _at, ...before } = await personOf(nadim.id);
      expect(before).toMatchObject({ dateOfBirth: "1979-03-12", gender: "female" });
      expect(answer.applicant?.version).toBe(nadim.revision + 1);
      expect(answer.reading.version).toBe(nadim.revision + 1);
      const verdicts = answer.reading.fields.map(({ name, verdict }) => [name, verdict]);
      expect(Object.fromEntries(verdicts)).toMatchObject({
        dateOfBirth: "taken",
        sex: "set_aside",
      });
      const [event] = await eventsOf(caseFile.id);
      expect(event).toMatchObject({
        action: "update",
        documentName: "scan.pdf",
        metadata: {
          applicantId: nadim.id,
          fields: ["dateOfBirth"],
          source: "reading",
          documentId: params.id,
        },
      });
    },
  );

  it("takes number, country and day of the passport, sealed and with their document", async () => {
    const { agent, nadim, params, decide } = await openRead();
    const { applicant } = await agent.call(
      readingsApi.decide,
      decide({ passportNumber: "use", passportCountry: "use", passportExpiresOn: "use" }),
    );
    expect(applicant).toMatchObject({
      passportEnding: "345",
      passportCountry: "LBN",
      passportExpiresOn: "2031-07-04",
      passportDocumentId: params.id,
    });
    const shown = await agent.call(applicantsApi.passport, { params: { id: nadim.id } });
    expect(shown.passportNumber).toBe("LR0012345");
  });

  it(
    "writes the name of the passport, and the full name only when it is replaced",
    { tags: ["W-PAS-010"] },
    async () => {
      const { agent, nadim, decide } = await openRead();
      await agent.call(readingsApi.decide, decide({ name: "use" }));
      expect(await personOf(nadim.id)).toMatchObject({
        passportName: "SARROUF, NADIM",
        fullName: "N. Sarrouf",
      });
      await agent.call(readingsApi.decide, decide({ name: "replace" }));
      expect(await personOf(nadim.id)).toMatchObject({ fullName: "Nadim Sarrouf" });
    },
  );

  it.each([
    ["ERIKSSON, ANNA MARIA", "Anna Maria Eriksson"],
    ["O BRIEN, SIOBHAN", "Siobhan O Brien"],
    ["AL SAYED, MOHAMED", "Mohamed Al Sayed"],
    ["SARROUF", "Sarrouf"],
  ])("writes %s as %s", { tags: ["W-PAS-011"] }, (passportName, name) => {
    expect(typedName(passportName)).toBe(name);
  });

  it("refuses a name that somebody else of the case has", { tags: ["W-PAS-012"] }, async () => {
    const { agent, caseFile, decide } = await openRead();
    await buildApplicant({
      caseId: caseFile.id,
      fullName: "nadim sarrouf",
      category: "Spouse",
      position: 1,
    });
    const refusal = await agent.refused(400, readingsApi.decide, decide({ name: "replace" }));
    expect(refusal.message).toBe("Applicant names must be unique");
  });

  it(
    "changes a nationality of the person, never of the case",
    { tags: ["W-PAS-013"] },
    async () => {
      const { agent, caseFile, nadim, decide } = await openRead();
      await agent.call(readingsApi.decide, decide({ nationality: "use" }));
      expect((await personOf(nadim.id)).nationality).toBe("Lebanese");
      const [after] = await runtime.database.select().from(cases).where(eq(cases.id, caseFile.id));
      expect(after?.nationality).toBe(caseFile.nationality);
    },
  );

  it("moves the checklist with it", { tags: ["W-PAS-014"] }, async () => {
    const { agent, caseFile, nadim, decide } = await openRead(
      { dateOfBirth: "2020-01-01", category: "Dependent Child" },
      { holder: { birth: "980101" } },
    );
    const labels = async () => {
      const { items } = await agent.call(checklistApi.get, { params: { id: caseFile.id } });
      return items.flatMap(({ applicantId, key }) => (applicantId === nadim.id ? [key] : []));
    };
    const before = await labels();
    await agent.call(readingsApi.decide, decide({ dateOfBirth: "use" }));
    expect(await labels()).not.toEqual(before);
  });

  it(
    "is refused for a doubtful value, one that is not there, and without a person",
    { tags: ["W-MRZ-041"] },
    async () => {
      const { agent, decide } = await openRead({}, { state: "partial", likeness: 870 });
      const doubtful = await agent.refused(400, readingsApi.decide, decide({ dateOfBirth: "use" }));
      expect(doubtful.message).toBe("This value is doubtful. Type it instead.");
      const nobodys = await openRead({}, { document: { assignedTo: null } });
      await nobodys.agent.refused(400, readingsApi.decide, nobodys.decide({ dateOfBirth: "use" }));
      const sexless = await openRead({}, { holder: { sex: "<" } });
      await sexless.agent.refused(400, readingsApi.decide, sexless.decide({ sex: "use" }));
      await sexless.agent.refused(
        400,
        readingsApi.decide,
        sexless.decide({ dateOfBirth: "replace" }),
      );
    },
  );

  it(
    "twice at once is once: the second on the old version is told",
    { tags: ["W-MRZ-042"] },
    async () => {
      const { agent, admin, nadim, decide } = await openRead({ dateOfBirth: "1980-01-01" });
      const body = decide({ dateOfBirth: "use" }, nadim.revision);
      await agent.call(readingsApi.decide, body);
      const refusal = await admin.send(readingsApi.decide, body);
      expect(refusal.status).toBe(409);
      expect(refusal.body).toMatchObject({
        code: "edit.conflict",
        current: { dateOfBirth: "1979-03-12" },
      });
    },
  );
});

describe("taking a value back", () => {
  async function openTaken() {
    const opened = await openRead({ dateOfBirth: "1980-01-01" });
    const fields = { dateOfBirth: "use", passportNumber: "use" } as const;
    await opened.agent.call(readingsApi.decide, opened.decide(fields));
    const back = (field: "dateOfBirth" | "passportNumber") => ({
      params: { ...opened.params, field },
    });
    return { ...opened, back };
  }

  it(
    "brings the former one back, for a minute and to its author",
    { tags: ["W-MRZ-043"] },
    async () => {
      const { agent, admin, nadim, caseFile, back } = await openTaken();
      const foreign = await admin.refused(403, readingsApi.undo, back("dateOfBirth"));
      expect(foreign.message).toBe("Only the person who decided can undo it");
      portal.clock.advance(55_000);
      const { reading } = await agent.call(readingsApi.undo, back("dateOfBirth"));
      expect(await personOf(nadim.id)).toMatchObject({
        dateOfBirth: "1980-01-01",
        passportMark: expect.any(String) as string,
      });
      expect(reading.fields.find(({ name }) => name === "dateOfBirth")?.verdict).toBe("open");
      const [event] = await eventsOf(caseFile.id);
      expect(event?.metadata).toMatchObject({ fields: ["dateOfBirth"], source: "undo" });
      portal.clock.advance(6000);
      const late = await agent.refused(409, readingsApi.undo, back("passportNumber"));
      expect(late.message).toBe("It is too late to undo this");
      await agent.refused(404, readingsApi.undo, back("dateOfBirth"));
    },
  );

  it("is too late once somebody has changed it otherwise", { tags: ["W-MRZ-043"] }, async () => {
    const { agent, nadim, back } = await openTaken();
    await agent.call(applicantsApi.update, {
      params: { id: nadim.id },
      body: { fullName: "N. Sarrouf", dateOfBirth: "1979-03-21", passportNumber: "X1" },
    });
    await agent.refused(409, readingsApi.undo, back("dateOfBirth"));
    await agent.refused(409, readingsApi.undo, back("passportNumber"));
    expect((await personOf(nadim.id)).dateOfBirth).toBe("1979-03-21");
  });

  it("leaves nothing of the former value after its minute", async () => {
    const { params } = await openTaken();
    const kept = async () => {
      const ofDocument = eq(readings.documentId, params.id);
      const [row] = await runtime.database.select().from(readings).where(ofDocument);
      return row?.sealedFormer;
    };
    expect(await kept()).not.toBeNull();
    portal.clock.advance(61_000);
    await runDueJobs("passports.forget", { andLater: true });
    expect(await kept()).toBeNull();
  });
});
