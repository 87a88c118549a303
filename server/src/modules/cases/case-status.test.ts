import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesApi } from "contract/cases";
import { openActors } from "#testing/actors.ts";
import { caseRow, eventsOf, statusDurationsOf } from "#testing/case-records.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("moving a case to another status", () => {
  it(
    "closes the stay in the old one",
    { tags: ["C-DLG-046", "C-ROLE-020", "S-19", "D-035", "D-146", "I-DATA-178"] },
    async () => {
      const { caseFile, admin, people } = await openActors(portal, {
        lastStatusUpdatedAt: "2026-02-01T00:00:00.000Z",
      });
      const to = "citizenship_application_second_stage";
      portal.clock.set("2026-02-03T12:00:00.000Z");
      const changed = await admin.call(casesApi.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: to },
      });
      portal.clock.set(new Date().toISOString());
      expect(changed.status).toBe(to);
      const [stay, ...more] = await statusDurationsOf(caseFile.id);
      expect(more).toEqual([]);
      expect(stay).toMatchObject({
        fromStatus: "onboarding",
        toStatus: to,
        startedAt: "2026-02-01T00:00:00.000Z",
        changedBy: people.admin.id,
      });
      expect(stay?.endedAt.slice(0, 16)).toBe("2026-02-03T12:00");
      expect(stay?.durationMs).toBe(Date.parse(stay?.endedAt ?? "") - Date.parse("2026-02-01"));
      expect((await caseRow(caseFile.id)).lastStatusUpdatedAt).toBe(stay?.endedAt);
      expect(await eventsOf(caseFile.id)).toMatchObject([
        { action: "status_change", metadata: { from: "onboarding", to } },
      ]);
    },
  );

  it("may go anywhere, backwards too", { tags: ["CI-CONST-029"] }, async () => {
    const { caseFile, admin } = await openActors(portal, { status: "citizen" });
    for (const status of ["onboarding", "cancelled", "citizen"] as const)
      await admin.call(casesApi.updateStatus, { params: caseFile, body: { status } });
    const stays = await statusDurationsOf(caseFile.id);
    expect(stays.map((stay) => stay.toStatus)).toEqual(["onboarding", "cancelled", "citizen"]);
    expect(stays[1]?.startedAt).toBe(stays[0]?.endedAt);
  });

  it("is nothing when the case is there already", { tags: ["D-044"] }, async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.call(casesApi.updateStatus, {
      params: caseFile,
      body: { status: "onboarding" },
      leavesNoEvent: true,
    });
    expect(await statusDurationsOf(caseFile.id)).toEqual([]);
    expect(await eventsOf(caseFile.id)).toEqual([]);
  });

  it("counts once when two admins choose the same status at the same moment", async () => {
    const { caseFile, admin } = await openActors(portal);
    await admin.csrfToken();
    const input = { params: caseFile, body: { status: "courier" } } as const;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.send(casesApi.updateStatus, input)),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await statusDurationsOf(caseFile.id)).toHaveLength(1);
  });
});
