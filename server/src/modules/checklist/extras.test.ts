import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { buildDecision } from "#testing/factories/checklist.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("a paper asked for by hand", () => {
  it("needs a title, and is of the type for whatever else", { tags: ["W-CHK-049"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id: applicantId } = await buildApplicant({ caseId: caseFile.id, fullName: "Nadim" });
    const params = { id: caseFile.id };
    for (const body of [{}, { title: "" }, { title: "  " }]) {
      const refusal = await agent.refused(400, checklistApi.addExtra, {
        params,
        body: body as never,
      });
      expect(refusal.message).toBe("Title is required");
    }
    await agent.refused(400, checklistApi.addExtra, { params, body: { title: "x".repeat(121) } });
    const instruction = "The notarised copy.";
    const body = { title: "x".repeat(120), applicantId, instruction, dueOn: "2027-01-01" };
    const item = await agent.call(checklistApi.addExtra, { params, body });
    expect(item).toMatchObject({
      ruleId: null,
      applicantId,
      category: "other",
      group: "stage2",
      label: body.title,
      help: instruction,
      dueOn: "2027-01-01",
      state: "missing",
      need: "required",
      providedBy: "client",
      counted: true,
      files: { min: 1, max: 20 },
      window: null,
      form: null,
      condition: null,
      sampleId: null,
      decision: { verdict: null, by: { firstName: "Alan", lastName: "Agent", role: "agent" } },
    });
    expect((await eventsOf(caseFile.id))[0]).toMatchObject({
      action: "update",
      metadata: { extraId: item.extraId, title: body.title, person: "Nadim", change: "added" },
    });
  });

  it("is asked of people of the case", { tags: ["W-CHK-050"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id: applicantId } = await buildApplicant();
    const refusal = await agent.refused(400, checklistApi.addExtra, {
      params: { id: caseFile.id },
      body: { title: "Deed", applicantId },
    });
    expect(refusal.message).toBe("This applicant does not belong to the case");
  });

  it("is one of a hundred at most", { tags: ["W-CHK-051"] }, async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id: caseId } = caseFile;
    for (let count = 0; count < 99; count += 1) await buildDecision({ caseId });
    const input = { params: { id: caseId }, body: { title: "Deed" } };
    await agent.call(checklistApi.addExtra, input);
    const refusal = await agent.refused(409, checklistApi.addExtra, input);
    expect(refusal).toMatchObject({
      message: "A case can have at most 100 extra items",
      code: "record.state",
    });
  });

  it("is no paper of the government for an agent", { tags: ["W-CHK-052"] }, async () => {
    const { admin, agent, client, caseFile } = await openActors(portal);
    const params = { id: caseFile.id };
    const body = { title: "Card", category: "vanuatu-id" } as const;
    const refusal = await agent.refused(403, checklistApi.addExtra, { params, body });
    expect(refusal.message).toBe("Only admins may use this category");
    const { extraId } = await admin.call(checklistApi.addExtra, { params, body });
    const named = { params: { id: caseFile.id, extraId: extraId ?? 0 } };
    for (const call of [
      agent.refused(404, checklistApi.updateExtra, { ...named, body: { title: "Other" } }),
      agent.refused(404, checklistApi.removeExtra, named),
    ])
      expect((await call).message).toBe("Item not found");
    const seen = await client.call(checklistApi.get, { params });
    expect(seen.items.some((item) => item.extraId === extraId)).toBe(false);
  });

  it("is changed, and withdrawn for good", async () => {
    const { agent, caseFile } = await openActors(portal);
    const { id: extraId, revision } = await buildDecision({ caseId: caseFile.id });
    const named = { params: { id: caseFile.id, extraId } };
    const body = { title: "Deed of the house", dueOn: "2027-01-01" };
    const changed = await agent.call(checklistApi.updateExtra, {
      ...named,
      body,
      headers: { "if-match": `"${revision}"` },
    });
    expect(changed).toMatchObject({ label: body.title, dueOn: body.dueOn });
    const again = await agent.call(checklistApi.updateExtra, {
      ...named,
      body,
      leavesNoEvent: true,
    });
    expect(again).toEqual(changed);
    const stale = { ...named, body: { title: "Third" }, headers: { "if-match": `"${revision}"` } };
    const refused = await agent.send(checklistApi.updateExtra, stale);
    expect(refused.body).toMatchObject({ code: "edit.conflict", current: { title: body.title } });
    expect(await agent.call(checklistApi.removeExtra, named)).toEqual({
      message: "Request withdrawn",
    });
    const gone = await agent.refused(404, checklistApi.removeExtra, named);
    expect(gone.message).toBe("Item not found");
    const changes = (await eventsOf(caseFile.id)).map(({ metadata }) => metadata["change"]);
    expect(changes).toEqual(["removed", "changed"]);
  });
});
