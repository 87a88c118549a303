import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
  portal.clock.set("2026-11-21T08:00:00Z");
});
afterAll(() => portal.close());

describe("the day of handing in", () => {
  it(
    "is set and removed by staff, between 2000 and five years ahead",
    { tags: ["W-VAL-013"] },
    async () => {
      const { admin, agent, client, caseFile } = await openActors(portal);
      const params = { id: caseFile.id };
      const set = (submissionOn: string | null) => ({ params, body: { submissionOn } });
      for (const [who, day] of [
        [agent, "2000-01-01"],
        [admin, "2031-11-21"],
      ] as const) {
        const answer = await who.call(checklistApi.setSubmission, set(day));
        expect(answer.submissionOn).toBe(day);
        expect((await caseRow(caseFile.id)).submissionOn).toBe(day);
      }
      expect((await eventsOf(caseFile.id))[0]).toMatchObject({
        action: "update",
        metadata: { submissionOn: { from: "2000-01-01", to: "2031-11-21" } },
      });
      for (const day of ["1999-12-31", "2031-11-22"]) {
        const refusal = await agent.refused(400, checklistApi.setSubmission, set(day));
        expect(refusal.message).toBe("Date must be between 2000-01-01 and five years from now");
      }
      await agent.refused(400, checklistApi.setSubmission, set("2026-02-30"));
      await client.refused(403, checklistApi.setSubmission, set("2026-12-12"));
      expect((await agent.call(checklistApi.setSubmission, set(null))).submissionOn).toBeNull();
      expect((await caseRow(caseFile.id)).submissionOn).toBeNull();
    },
  );

  it("changes what is out of date in its own answer", { tags: ["W-VAL-014"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id: assignedTo } = await buildApplicant({ caseId: caseFile.id });
    await buildDocument({
      caseId: caseFile.id,
      category: "police-origin",
      assignedTo,
      issuedOn: "2026-10-01",
      isApproved: true,
      reviewState: "accepted",
    });
    const stateFor = async (submissionOn: string | null) => {
      const answer = await agent.call(checklistApi.setSubmission, {
        params: { id: caseFile.id },
        body: { submissionOn },
        leavesNoEvent: true,
      });
      return answer.items.find(({ category }) => category === "police-origin")?.state;
    };
    expect(await stateFor("2026-11-21")).toBe("accepted");
    expect(await stateFor("2027-03-20")).toBe("expiring");
    expect(await stateFor("2027-06-01")).toBe("expired");
    expect(await stateFor(null)).toBe("accepted");
  });
});
