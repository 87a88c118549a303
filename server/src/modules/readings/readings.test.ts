import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { documentsApi } from "contract/documents";
import { readingsApi } from "contract/readings";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { applicants } from "#server/database/tables/applicants.ts";
import { documents } from "#server/database/tables/documents.ts";
import { idempotencyKeys } from "#server/database/tables/idempotency-keys.ts";
import { readings } from "#server/database/tables/readings.ts";
import { makeCaseKey } from "#server/files/keys.ts";
import { numberColumns } from "#server/modules/applicants/applicant-rows.ts";
import { openActors } from "#testing/actors.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildReading } from "#testing/factories/readings.ts";
import { linesOf } from "#testing/passports/holder-lines.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const open = () => openActors(portal);

/** Nadim, whose passport was read. */
async function openRead(person: Partial<typeof applicants.$inferInsert> = {}) {
  const actors = await open();
  const { caseFile } = actors;
  const nadim = await buildApplicant({
    caseId: caseFile.id,
    fullName: "Nadim Sarrouf",
    nationality: "Lebanese",
    ...person,
  });
  const { document, reading } = await buildReading({
    document: { caseId: caseFile.id, assignedTo: nadim.id },
  });
  return { ...actors, nadim, document, reading, params: { id: document.id } };
}

/** Of the issuing country of all passports here. */
async function buildNumbered(given: { caseId: number; position: number; number: string }) {
  const { caseId, position, number } = given;
  const { id } = await buildApplicant({ caseId, position, fullName: `Robin Person ${position}` });
  const columns = numberColumns(number, id, { caseKey: await makeCaseKey(caseId) });
  await runtime.database
    .update(applicants)
    .set({ ...columns, passportCountry: "LBN" })
    .where(eq(applicants.id, id));
}

describe("what was read", () => {
  it("stands beside what the portal knows", { tags: ["W-MRZ-037"] }, async () => {
    const { agent, nadim, params } = await openRead({
      dateOfBirth: "1979-03-12",
      gender: "female",
    });
    const answer = await agent.call(readingsApi.get, { params });
    expect(answer).toMatchObject({
      state: "read",
      problem: null,
      page: 1,
      digits: "+++++",
      document: "passport",
      lines: linesOf({}),
      applicantId: nadim.id,
      version: nadim.revision,
    });
    expect(
      answer.fields.map(({ name, value, mark, current, compared }) => [
        name,
        value,
        mark,
        current,
        compared,
      ]),
    ).toEqual([
      ["name", "SARROUF, NADIM", "by_eye", "Nadim Sarrouf", "same"],
      ["dateOfBirth", "1979-03-12", "right", "1979-03-12", "same"],
      ["sex", "male", "by_eye", "female", "different"],
      ["nationality", "Lebanese", "by_eye", "Lebanese", "same"],
      ["passportNumber", "LR0012345", "right", null, "empty"],
      ["passportCountry", "LBN", "by_eye", null, "empty"],
      ["passportExpiresOn", "2031-07-04", "right", null, "empty"],
      ["personalNumber", null, "absent", null, null],
    ]);
    expect(answer.warnings.map(({ code }) => code)).toEqual(["sex_differs"]);
  });

  it(
    "costs less than a tenth of a second, in a large family with a number that others have",
    { tags: ["W-MRZ-037"] },
    async () => {
      const { agent, admin, caseFile, params } = await openRead();
      for (let position = 1; position < 10; position += 1)
        await buildNumbered({ caseId: caseFile.id, position, number: `LR001234${position}` });
      for (let others = 0; others < 3; others += 1)
        await buildNumbered({ caseId: (await buildCase()).id, position: 0, number: "LR0012345" });
      for (const reader of [agent, admin]) {
        const took: number[] = [];
        for (let index = 0; index < 20; index += 1) {
          const before = process.threadCpuUsage();
          await reader.call(readingsApi.get, { params });
          const { user, system } = process.threadCpuUsage(before);
          took.push((user + system) / 1000);
        }
        expect(took.toSorted((a, b) => a - b)[18]).toBeLessThan(100);
      }
      const { warnings } = await admin.call(readingsApi.get, { params });
      expect(warnings.filter(({ code }) => code === "number_elsewhere")).not.toEqual([]);
      await runtime.database.update(applicants).set({ passportNumber: null, passportMark: null });
    },
  );

  it(
    "is for staff alone, and of government papers for admins",
    { tags: ["W-MRZ-038..039"] },
    async () => {
      const { client, strangers, agent, admin, caseFile, params } = await openRead();
      const says = { message: "Staff access required" };
      expect(await client.refused(403, readingsApi.get, { params })).toMatchObject(says);
      expect(await strangers[0]?.refused(403, readingsApi.get, { params })).toMatchObject(says);
      const { document } = await buildReading({
        document: { caseId: caseFile.id, category: "vanuatu-passport" },
      });
      const hidden = { params: { id: document.id } };
      await agent.refused(404, readingsApi.get, hidden);
      await agent.refused(404, readingsApi.strip, hidden);
      expect((await admin.call(readingsApi.get, hidden)).state).toBe("read");
      const listed = (who: typeof agent) =>
        who.call(readingsApi.listOfCase, { params: { id: caseFile.id } });
      expect(await listed(agent)).toHaveLength(1);
      expect(await listed(admin)).toHaveLength(2);
    },
  );

  it("is compared anew with whom it is filed", { tags: ["W-MRZ-048"] }, async () => {
    const { agent, caseFile, nadim, document, params } = await openRead({
      dateOfBirth: "1979-03-12",
    });
    const rima = await buildApplicant({
      caseId: caseFile.id,
      fullName: "Rima Sarrouf",
      category: "Spouse",
      dateOfBirth: "1984-06-01",
      position: 1,
    });
    await runtime.database
      .update(documents)
      .set({ assignedTo: rima.id })
      .where(eq(documents.id, document.id));
    const told = await agent.call(readingsApi.get, { params });
    expect(told.warnings[0]).toEqual({
      code: "wrong_person",
      text: "This looks like the passport of Nadim Sarrouf.",
      applicantId: nadim.id,
    });
    await agent.call(readingsApi.decide, {
      params,
      body: { applicantVersion: told.version, fields: { sex: "set_aside" } },
      leavesNoEvent: true,
    });
    const badges = () => agent.call(readingsApi.listOfCase, { params: { id: caseFile.id } });
    expect((await badges())[0]?.isOpen).toBe(true);
    const filed = await agent.call(documentsApi.assign, {
      params,
      body: { assignedTo: nadim.id, newName: "Main - scan.pdf" },
    });
    expect(filed).toMatchObject({ assignedTo: nadim.id, originalName: "Main - scan.pdf" });
    const after = await agent.call(readingsApi.get, { params });
    expect(after.warnings).toEqual([]);
    expect(after.fields.map(({ verdict }) => verdict)).not.toContain("set_aside");
    expect((await badges())[0]?.isOpen).toBe(false);
  });

  it(
    "says how few days are left on the day that the rule looks at",
    { tags: ["W-MRZ-047"] },
    async () => {
      const { agent, caseFile, nadim } = await openRead();
      const soon = new Date(`${bureauToday()}T00:00:00Z`);
      soon.setUTCDate(soon.getUTCDate() + 97);
      const { document } = await buildReading({
        document: { caseId: caseFile.id, assignedTo: nadim.id },
        holder: { expiry: soon.toISOString().slice(2, 10).replaceAll("-", "") },
      });
      const { warnings } = await agent.call(readingsApi.get, { params: { id: document.id } });
      expect(warnings.find(({ code }) => code === "expires_soon")?.text).toMatch(
        /^Only 97 days left on \d+ \w+ \d{4}; \d+ are asked for\.$/,
      );
    },
  );

  it(
    "warns of the number of somebody else, and names no case that is not one's own",
    { tags: ["W-PAS-015", "W-MRZ-050"] },
    async () => {
      const first = await openRead();
      const second = await openRead();
      const take = (who: typeof first) =>
        who.agent.call(readingsApi.decide, {
          params: who.params,
          body: {
            applicantVersion: null,
            fields: { passportNumber: "use", passportCountry: "use" },
          },
        });
      await take(first);
      const told: string[] = [];
      const heard = runtime.channels.listen("portal_live", (notice) => void told.push(notice));
      await heard.ready;
      await take(second);
      const path = `/api/cases/${first.caseFile.id}/readings`;
      await vi.waitFor(() => expect(told.join()).toContain(path), 2000);
      heard.stop();
      for (const [own, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const told = (await own.agent.call(readingsApi.get, { params: own.params })).warnings;
        expect(told).toEqual([
          {
            code: "number_elsewhere",
            text: "The same passport number is in another case. Ask an admin.",
          },
        ]);
        const named = (await own.admin.call(readingsApi.get, { params: own.params })).warnings;
        expect(named).toContainEqual({
          code: "number_elsewhere",
          text: `The same passport number is in ${other.caseFile.caseId}.`,
          caseId: other.caseFile.caseId,
        });
      }
      // Others of this file have the number too: the test ends as it began.
      await runtime.database.update(applicants).set({ passportNumber: null, passportMark: null });
    },
  );
});

describe("typed lines", () => {
  it("say the same, and nothing of them is kept", { tags: ["W-PAS-018"] }, async () => {
    const { agent, caseFile, nadim } = await openRead();
    const params = { id: caseFile.id };
    const before = await runtime.database.select().from(readings);
    const [upper, lower] = linesOf({ number: "L8989O2C3" });
    const answer = await agent.call(readingsApi.judgeTyped, {
      params,
      body: { lines: [upper, lower], applicantId: nadim.id },
    });
    expect(answer).toMatchObject({ state: null, page: null, version: nadim.revision });
    expect(answer.fields.find(({ name }) => name === "passportNumber")?.value).toBe("L8989O2C3");
    const alone = await agent.call(readingsApi.judgeTyped, {
      params,
      body: { lines: [upper, lower], applicantId: null },
    });
    expect(alone.fields.every(({ compared }) => compared === null)).toBe(true);
    expect(await runtime.database.select().from(readings)).toEqual(before);
    // Nor as an answer for a call that is repeated, as browsers make theirs.
    await agent.call(readingsApi.judgeTyped, {
      params,
      body: { lines: [upper, lower], applicantId: null },
      headers: { "idempotency-key": "typed-lines" },
    });
    const kept = await runtime.database.select().from(idempotencyKeys);
    expect(JSON.stringify(kept)).not.toContain("L8989O2C3");
    const stranger = await buildApplicant();
    await agent.refused(400, readingsApi.judgeTyped, {
      params,
      body: { lines: [upper, lower], applicantId: stranger.id },
    });
  });

  it.each([
    [43, "<", "Each line has 44 characters"],
    [44, "é", "Only A to Z, 0 to 9 and < are allowed"],
    [44, "a", "Only A to Z, 0 to 9 and < are allowed"],
  ])(
    "of %d places with %s are refused",
    { tags: ["W-PAS-018"] },
    async (length, character, message) => {
      const { agent, caseFile } = await open();
      const [upper, lower] = linesOf({});
      const refusal = await agent.refused(400, readingsApi.judgeTyped, {
        params: { id: caseFile.id },
        body: { lines: [upper, lower.slice(0, length - 1) + character], applicantId: null },
      });
      expect(JSON.stringify(refusal)).toContain(message);
    },
  );
});
