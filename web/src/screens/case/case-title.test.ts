import { describe, expect, it } from "vitest";
import type { CaseDetail } from "contract/cases";
import { buildCase } from "#web/testing/records.ts";
import { caseTitle } from "./case-title.ts";

const main = { category: "Main Applicant", fullName: "Nadim Sarrouf" };
const caseFile = buildCase({ caseId: "VU-2026-0014", title: "Sarrouf Family" });
const detailWith = (applicants: unknown[]) =>
  ({ case: caseFile, applicants }) as unknown as CaseDetail;

describe("the browser's tab of a case", () => {
  it("holds its code and its main applicant", () => {
    const spouse = { category: "Spouse", fullName: "Rima Sarrouf" };
    expect(caseTitle(detailWith([spouse, main]))).toBe("VU-2026-0014 Nadim Sarrouf");
  });

  it("holds its title while nobody is the main applicant, and only its kind until it is read", () => {
    expect(caseTitle(detailWith([{ ...main, fullName: " " }]))).toBe("VU-2026-0014 Sarrouf Family");
    expect(caseTitle(detailWith([]))).toBe("VU-2026-0014 Sarrouf Family");
    expect(caseTitle(undefined)).toBe("Case");
  });
});
