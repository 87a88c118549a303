import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { analyticsApi } from "contract/analytics";
import { type CaseStatus, caseStatuses } from "contract/case-status";
import { casesApi } from "contract/cases";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { openActors } from "#testing/actors.ts";
import { buildCase, buildStatusDuration } from "#testing/factories/cases.ts";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

let portal: TestApp;
let admin: TestClient;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
});
afterAll(() => portal.close());
beforeEach(async () => {
  await runtime.database.delete(cases);
});

const HOUR = 3_600_000;
const stay = async (fromStatus: CaseStatus, toStatus: CaseStatus, hours: number) => {
  const startedAt = "2026-03-01T06:00:00.000Z";
  const endedAt = new Date(Date.parse(startedAt) + hours * HOUR).toISOString();
  await buildStatusDuration(await buildCase(), { fromStatus, toStatus, startedAt, endedAt });
};
const calls = [
  analyticsApi.listAverages,
  analyticsApi.listFastest,
  analyticsApi.listSlowest,
] as const;

describe("how long cases stay in a status", () => {
  it(
    "is counted and averaged per pair, as computed by hand",
    { tags: ["I-ANLY-018..022", "D-146", "D-147", "D-148"] },
    async () => {
      // Two stays of 24 and 36 hours, three of 2, 3 and 4 hours, one of 240 hours.
      await stay("onboarding", "due_diligence_fiu_first_stage", 24);
      await stay("onboarding", "due_diligence_fiu_first_stage", 36);
      await stay("courier", "citizen", 2);
      await stay("courier", "citizen", 3);
      await stay("courier", "citizen", 4);
      await stay("bank_clearance", "issuance_of_citizenship_certificate", 240);
      const courier = {
        fromStatus: "courier",
        toStatus: "citizen",
        totalTransitions: 3,
        formattedDuration: "3h 0m",
        avgDays: 0.125,
        avgHours: 3,
      };
      const onboarding = {
        fromStatus: "onboarding",
        toStatus: "due_diligence_fiu_first_stage",
        totalTransitions: 2,
        formattedDuration: "1d 6h",
        avgDays: 1.25,
        avgHours: 30,
      };
      const clearance = {
        fromStatus: "bank_clearance",
        toStatus: "issuance_of_citizenship_certificate",
        totalTransitions: 1,
        formattedDuration: "10d 0h",
        avgDays: 10,
        avgHours: 240,
      };
      expect(await admin.call(analyticsApi.listAverages)).toEqual([courier, onboarding, clearance]);
      expect(await admin.call(analyticsApi.listFastest)).toEqual([courier, onboarding, clearance]);
      expect(await admin.call(analyticsApi.listSlowest)).toEqual([clearance, onboarding, courier]);
      expect(await admin.call(analyticsApi.getTotal)).toBe(6);
    },
  );

  it("is nothing before anything has happened", async () => {
    for (const call of calls) expect(await admin.call(call)).toEqual([]);
    const total = await admin.send(analyticsApi.getTotal);
    expect(total.bytes.toString()).toBe("0");
  });

  it("ranks ten at most, but averages all; equals stand by name", { tags: ["D-147"] }, async () => {
    const pairs = caseStatuses.slice(1).map((status, index) => ({ status, hours: 10 + index }));
    for (const { status, hours } of pairs) await stay("onboarding", status, hours);
    await stay("hold", "citizen", 10);
    const averages = await admin.call(analyticsApi.listAverages);
    expect(averages).toHaveLength(12);
    const names = averages.map(({ fromStatus, toStatus }) => `${fromStatus} ${toStatus}`);
    expect(names).toEqual(names.toSorted());
    const fastest = await admin.call(analyticsApi.listFastest);
    expect(fastest.map(({ avgHours }) => avgHours)).toEqual([
      10, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    ]);
    expect(fastest[0]?.fromStatus).toBe("hold");
    const slowest = await admin.call(analyticsApi.listSlowest);
    expect(slowest.map(({ avgHours }) => avgHours)).toEqual([
      20, 19, 18, 17, 16, 15, 14, 13, 12, 11,
    ]);
  });

  it(
    "grows with each change of a status, and not with the creation of a case",
    { tags: ["D-146"] },
    async () => {
      const caseFile = await buildCase({ lastStatusUpdatedAt: "2026-03-01T06:00:00.000Z" });
      portal.clock.set("2026-03-03T18:00:00.000Z");
      expect(await admin.call(analyticsApi.getTotal)).toBe(0);
      await admin.call(casesApi.updateStatus, {
        params: { caseId: caseFile.caseId },
        body: { status: "hold" },
      });
      const [only] = await admin.call(analyticsApi.listAverages);
      expect(only).toMatchObject({
        fromStatus: "onboarding",
        toStatus: "hold",
        totalTransitions: 1,
      });
      expect(only?.avgHours).toBeCloseTo(60, 1);
      expect(only?.formattedDuration).toMatch(/^2d 1[12]h$/);
    },
  );

  it(
    "is for admins only, by role or by flag",
    { tags: ["I-ANLY-001", "I-ANLY-017", "I-ROLE-034"] },
    async () => {
      const { nonAdmins, visitor } = await openActors(portal);
      const flagged = await portal.as(await buildUser({ isAdmin: true }));
      for (const call of [...calls, analyticsApi.getTotal]) {
        for (const person of nonAdmins) {
          expect((await person.refused(403, call)).message).toBe("Admin access required");
        }
        expect((await visitor.refused(401, call)).message).toBe("Please sign in");
        expect((await flagged.send(call)).status).toBe(200);
      }
    },
  );
});
