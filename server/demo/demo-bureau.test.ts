import { describe, expect, it } from "vitest";
import { AS_OF, readDemoBureau } from "./demo-bureau.ts";

describe("the demonstration data", () => {
  it("is read as it stands on its own day", () => {
    const { users, cases } = readDemoBureau(AS_OF);
    expect(users.map((user) => user.role).toSorted()).toEqual([
      "accountant",
      "admin",
      "agent",
      "agent",
      "client",
      "client",
      "client",
      "client",
    ]);
    expect(cases.map((demoCase) => [demoCase.caseId, demoCase.documents.length])).toEqual([
      ["VU-2026-0014", 44],
      ["VU-2026-0006", 60],
      ["NR-2026-0003", 7],
    ]);
    expect(cases[0]?.createdAt).toBe("2026-08-20T07:30:00.000Z");
    expect(cases[0]?.documents[0]?.expiryDate).toBe("2031-09-02");
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
