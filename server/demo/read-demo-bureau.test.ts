import { describe, expect, it } from "vitest";
import { caseStatuses } from "contract/case-status";
import { nationalities } from "contract/nationalities";
import { AS_OF, readDemoBureau } from "./read-demo-bureau.ts";

describe("the demonstration data", () => {
  it("is read as it stands on its own day", () => {
    const { users, cases } = readDemoBureau(AS_OF);
    const staff = users.map(({ role }) => role).filter((role) => role !== "client");
    expect(staff.toSorted()).toEqual(["accountant", "admin", "agent", "agent"]);
    const whole = cases.filter(({ isSketched }) => !isSketched);
    expect(whole.map((demoCase) => [demoCase.caseId, demoCase.documents.length])).toEqual([
      ["VU-2026-0014", 44],
      ["VU-2026-0006", 60],
      ["NR-2026-0003", 7],
    ]);
    expect(cases[0]?.createdAt).toBe("2026-08-20T07:30:00.000Z");
    expect(cases[0]?.documents[0]?.expiryDate).toBe("2031-09-02");
  });

  it("fills every list: all statuses, both programs, six weeks of chat and invoices", () => {
    const { cases } = readDemoBureau(AS_OF);
    expect(cases.length).toBeGreaterThanOrEqual(24);
    expect(new Set(cases.map(({ status }) => status)).size).toBe(caseStatuses.length);
    expect(new Set(cases.map(({ citizenshipProgram }) => citizenshipProgram)).size).toBe(2);
    const codes = [
      ...cases.map(({ caseId }) => caseId),
      ...cases.flatMap(({ invoices }) => invoices.map(({ invoiceId }) => invoiceId)),
    ];
    expect(new Set(codes).size).toBe(codes.length);
    const weekOf = (day: string) =>
      Math.floor((Date.parse(AS_OF) - Date.parse(day.slice(0, 10))) / (7 * 86_400_000));
    const said = cases.flatMap(({ comments }) => comments.map(({ createdAt }) => createdAt));
    const billed = cases.flatMap(({ invoices }) => invoices.map(({ date }) => date));
    for (const days of [said, billed]) {
      const weeks = new Set(days.map(weekOf));
      for (const week of [0, 1, 2, 3, 4, 5]) expect(weeks).toContain(week);
      expect(Math.min(...weeks)).toBe(0);
    }
  });

  it("tells of each further family in the order in which things happen", () => {
    for (const { caseId, nationality, ...told } of readDemoBureau(AS_OF).cases) {
      expect(nationalities, caseId).toContain(nationality);
      const starts = told.statusHistory.map(({ startedAt }) => startedAt);
      expect(starts, caseId).toEqual(starts.toSorted());
      expect(told.statusHistory.at(-1)?.toStatus, caseId).toBe(told.status);
      const said = told.comments.map(({ createdAt }) => createdAt);
      expect(said, caseId).toEqual(said.toSorted());
      expect(
        said.every((moment) => moment >= told.createdAt),
        caseId,
      ).toBe(true);
      for (const { dateOfBirth } of told.applicants) expect(Date.parse(dateOfBirth)).toBeTruthy();
    }
  });

  it("moves with the day on which it is looked at, but nobody's birthday does", () => {
    const [demoCase] = readDemoBureau("2027-01-20").cases;
    expect(demoCase?.createdAt).toBe("2026-10-19T07:30:00.000Z");
    expect(demoCase?.documents[0]?.expiryDate).toBe("2031-11-01");
    expect(demoCase?.invoices[0]?.date).toBe("2026-11-02");
    expect(demoCase?.applicants[0]?.dateOfBirth).toBe("1981-04-17");
    expect(demoCase?.caseId).toBe("VU-2026-0014");
  });
});
