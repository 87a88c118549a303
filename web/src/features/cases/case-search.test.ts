import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCase } from "#web/testing/records.ts";
import { prepareSearch, searchCases } from "./case-search.ts";

const wanted = buildCase({
  id: 1,
  caseId: "NR-2026-0044",
  title: "Łukasz Żak - Citizenship",
  status: "bank_clearance",
  nationality: "Polish",
  createdBy: 731,
  createdByName: "Sami Haddad",
  numberOfApplicants: 9,
  assignedUsers: [
    { id: 5, firstName: "Noor", lastName: "Saleh", email: "noor@example.com", pending: false },
    {
      id: "invitation-2",
      firstName: null,
      lastName: null,
      email: "guest@example.com",
      pending: true,
    },
  ],
});
const other = buildCase({
  id: 2,
  caseId: "VU-1",
  title: "Other",
  createdBy: 2,
  createdByName: null,
});
const find = (text: string) =>
  searchCases(prepareSearch([wanted, other]), text).map(({ id }) => id);

describe("searching cases", () => {
  it.each([
    ["case id", "nr-2026", "C-DASH-009"],
    ["title", "żak", "C-DASH-010"],
    ["raw status", "bank_clearance", "C-DASH-011"],
    ["status label", "Bank Clearance", "C-DASH-011"],
    ["nationality", "polish", "C-DASH-012"],
    ["creator's number", "731", "C-DASH-013, D-056"],
    ["creator's name", "sami h", "C-DASH-013, D-056"],
    ["applicant count", "9", "C-DASH-014"],
    ["assigned user's name", "NOOR SALEH", "C-DASH-015"],
    ["address of an invited user without a name", "guest@", "C-DASH-015"],
  ])("finds a case by its %s: %s [%s]", (_, text) => {
    expect(find(text)).toEqual([1]);
  });

  it("finds any part of a title, whatever its case and the spaces around it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (title, from, length) => {
        const part = title.slice(from % title.length).slice(0, 1 + (length % title.length));
        const prepared = prepareSearch([buildCase({ title })]);
        expect(searchCases(prepared, `  ${part.toLocaleLowerCase("en")} `)).toHaveLength(1);
      }),
    );
  });

  it("finds everything when nothing is typed, and nothing across two fields", () => {
    expect(find("   ")).toEqual([1, 2]);
    expect(find("NR-2026-0044 Łukasz")).toEqual([]);
  });
});
