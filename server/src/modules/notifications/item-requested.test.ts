/** Clients are told of what the bureau asks them for, and of nothing that a rule alone brings. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checklistApi } from "contract/checklist";
import { notificationsApi } from "contract/notifications";
import { buildApplicant } from "#testing/factories/applicants.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import { type Bureau, openBureau, partsTold, toldOf } from "#testing/told.ts";

let portal: TestApp;
let bureau: Bureau;
beforeAll(async () => {
  portal = await openTestApp();
  bureau = await openBureau(portal);
});
afterAll(() => portal.close());

describe("the client is told what is asked for", () => {
  const extra = { category: "cv" as const, title: "Letter of the bank", dueOn: "2030-05-10" };

  it("by hand, and when it is wanted earlier, but not later", { tags: ["W-NTF-005"] }, async () => {
    const caseFile = await bureau.openCase();
    const params = { id: caseFile.id };
    const agent = await bureau.as("agent");
    const { extraId } = await agent.call(checklistApi.addExtra, { params, body: extra });
    const told = async () =>
      (await toldOf(caseFile)).map(({ count, data }) => [count, data.about.at(-1)?.key]);
    expect(await partsTold(bureau, caseFile, "item_requested")).toEqual(["client"]);
    expect(await told()).toEqual([[1, `x${extraId}`]]);
    const change = (body: object) =>
      agent.call(checklistApi.updateExtra, { params: { ...params, extraId: extraId! }, body });
    await change({ dueOn: "2030-06-10" });
    await change({ title: "Letter" });
    await change({ dueOn: null });
    expect(await told()).toEqual([[1, `x${extraId}`]]);
    await change({ dueOn: "2030-06-10" });
    await change({ dueOn: "2030-06-09" });
    expect(await told()).toEqual([[3, `x${extraId}`]]);
    const client = await bureau.as("client");
    const [line] = (await client.call(notificationsApi.list)).items;
    expect(line).toMatchObject({
      subject: "Letter",
      category: "cv",
      link: `/case/${caseFile.caseId}/checklist#x${extraId}`,
    });
    await agent.call(checklistApi.removeExtra, { params: { ...params, extraId: extraId! } });
    expect(await toldOf(caseFile)).toEqual([]);
  });

  it(
    "as an item of a rule that applies or has a day, not one of the bureau's",
    { tags: ["W-NTF-005"] },
    async () => {
      const caseFile = await bureau.openCase();
      await buildApplicant({ caseId: caseFile.id });
      const params = { id: caseFile.id };
      const agent = await bureau.as("agent");
      const { items } = await agent.call(checklistApi.get, { params });
      expect(await toldOf(caseFile)).toEqual([]);
      const decide = (key: string, body: object) =>
        agent.call(checklistApi.decide, { params: { ...params, key }, body });
      const own = items.find(({ providedBy }) => providedBy === "client")!;
      const others = items.filter(({ providedBy }) => providedBy !== "client");
      for (const { key } of others) await decide(key, { verdict: "applies", dueOn: "2030-05-10" });
      await decide(own.key, { verdict: "not_required", reason: "Known" });
      expect(await toldOf(caseFile)).toEqual([]);
      await decide(own.key, { verdict: "applies" });
      expect(await toldOf(caseFile)).toMatchObject([{ kind: "item_requested", count: 1 }]);
      await decide(own.key, { dueOn: "2030-05-10" });
      await decide(own.key, { dueOn: "2030-05-11" });
      expect(await partsTold(bureau, caseFile, "item_requested")).toEqual(["client"]);
      expect(await toldOf(caseFile)).toMatchObject([
        { count: 2, data: { about: [{ key: own.key }, { key: own.key }] } },
      ]);
      expect(others.length).toBeGreaterThan(0);
    },
  );
});
