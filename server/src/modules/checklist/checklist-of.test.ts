import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  caseOf,
  decisionOf,
  documentOf,
  itemsOf,
  personOf,
  ruleOf,
  statesOf,
  TODAY,
} from "#testing/checklist-facts.ts";
import { familyOf } from "#testing/families.ts";
import { checklistOf } from "./checklist-of.ts";

const child = (facts: Parameters<typeof personOf>[0] = {}) =>
  personOf({
    id: 2,
    category: "Dependent Child",
    gender: "female",
    maritalStatus: "single",
    ...facts,
  });
const STAGE_2 = { status: "citizenship_application_second_stage" } as const;

describe("what goes in", () => {
  it("is the same in whatever order it comes", { tags: ["W-CHK-004"] }, () => {
    const shuffled = <Row>(rows: readonly Row[]) =>
      fc.shuffledSubarray([...rows], { minLength: rows.length });
    for (const code of ["VU-2026-0014", "VU-2026-0006"]) {
      const family = familyOf(code);
      const expected = checklistOf(family);
      const parts = fc.record({
        rules: shuffled(family.rules),
        applicants: shuffled(family.applicants),
        documents: shuffled(family.documents),
        decisions: shuffled(family.decisions),
      });
      fc.assert(
        fc.property(parts, (part) => {
          expect(checklistOf({ ...family, ...part })).toEqual(expected);
        }),
        { numRuns: 40 },
      );
    }
  });

  it("has no former versions", { tags: ["W-CHK-007"] }, () => {
    const family = familyOf("VU-2026-0014");
    const former = documentOf({ id: 900, isCurrent: false, reviewState: "changes_requested" });
    expect(checklistOf({ ...family, documents: [...family.documents, former] })).toEqual(
      checklistOf(family),
    );
  });

  it("has neither rules of the other program nor retired ones", { tags: ["W-CHK-008"] }, () => {
    const rules = [
      ruleOf("nauru", "cv"),
      ruleOf("vanuatu", "birth", { retiredAt: "2026-11-01T00:00:00.000Z" }),
      ruleOf("vanuatu", "passport"),
    ];
    expect(checklistOf(caseOf({ rules })).items.map(({ category }) => category)).toEqual([
      "passport",
    ]);
  });
});

describe("decisions", () => {
  it("that a paper is not needed outweigh every document", { tags: ["W-CHK-029"] }, () => {
    for (const reviewState of ["waiting", "accepted", "changes_requested"] as const) {
      const input = caseOf({
        documents: [documentOf({ reviewState })],
        decisions: [decisionOf({ ruleId: 1, verdict: "not_required", reason: "Two passports" })],
      });
      expect(statesOf(input, "passport")).toEqual(["not_required decided"]);
    }
  });

  it("with a due date ask now for what is later or optional", { tags: ["W-CHK-031"] }, () => {
    const due = (ruleId: number) => [decisionOf({ ruleId, dueOn: "2026-12-01" })];
    const later = caseOf({ decisions: due(10) });
    expect(itemsOf(later, "address")).toMatchObject([{ state: "missing", counted: true }]);
    const optional = caseOf({ caseFile: STAGE_2 });
    expect(itemsOf(optional, "other")).toMatchObject([{ reason: "optional", counted: false }]);
    expect(itemsOf({ ...optional, decisions: due(17) }, "other")).toMatchObject([
      { state: "missing", reason: null, counted: true, dueOn: "2026-12-01" },
    ]);
  });

  it("on an item without condition are kept and have no effect", () => {
    for (const verdict of ["applies", "does_not_apply"] as const) {
      const input = caseOf({ decisions: [decisionOf({ ruleId: 1, verdict })] });
      expect(itemsOf(input, "passport")).toMatchObject([
        { state: "missing", decision: { verdict } },
      ]);
    }
  });
});

describe("the stage", () => {
  it("of a case on hold is the one before", { tags: ["W-CHK-032"] }, () => {
    const hold = (lastPipelineStatus: "bank_clearance" | null) =>
      checklistOf(caseOf({ caseFile: { status: "hold", lastPipelineStatus } })).stage;
    expect([hold("bank_clearance"), hold(null)]).toEqual(["bank_clearance", "onboarding"]);
    expect(checklistOf(caseOf({ caseFile: { status: "citizen" } })).stage).toBe("courier");
  });

  it("and the day of a closed case stay as they were", { tags: ["W-CHK-033"] }, () => {
    for (const status of ["citizen", "cancelled"] as const) {
      const closed = caseOf({
        caseFile: { status, lastPipelineStatus: "courier", statusSince: TODAY },
        applicants: [personOf(), child({ dateOfBirth: "2009-06-01" })],
        documents: [documentOf({ expiresOn: "2027-08-01" })],
      });
      const result = checklistOf(closed);
      expect(result.today).toBe(TODAY);
      expect(checklistOf({ ...closed, today: "2027-11-21" })).toEqual(result);
      expect(result.items.find(({ category }) => category === "passport")?.state).toBe("expiring");
    }
  });
});

describe("papers asked for by hand", () => {
  const request = decisionOf({ id: 5, title: "Second passport", category: "passport" });
  const documents = [documentOf({ extraItemId: 5 })];

  it("take their own documents from the rules", { tags: ["W-CHK-034"] }, () => {
    const input = caseOf({ decisions: [request], documents });
    expect(itemsOf(input, "passport")).toMatchObject([
      { ruleId: 1, state: "missing", documents: [] },
      { key: "x5", extraId: 5, ruleId: null, state: "accepted", documents: [{ id: 1 }] },
    ]);
  });

  it("leave them to the rules when they are withdrawn", { tags: ["W-CHK-035"] }, () => {
    const withdrawn = documents.map((document) => ({ ...document, extraItemId: null }));
    expect(statesOf(caseOf({ documents: withdrawn }), "passport")).toEqual(["accepted"]);
  });

  it("are not needed when somebody says so", () => {
    const decisions = [{ ...request, verdict: "not_required" as const, reason: "Found it" }];
    expect(statesOf(caseOf({ decisions, documents }), "passport")).toEqual([
      "missing",
      "not_required decided",
    ]);
  });
});

it(
  "goes by person, group, kind and country, what was asked by hand last in its group",
  { tags: ["W-CHK-036"] },
  () => {
    const applicants = [
      personOf({ id: 8, position: 1, category: "Spouse", residences: ["GBR", "ARE"] }),
      personOf({ id: 9, position: 0 }),
    ];
    const rules = ["nomination", "cv", "passport", "police-residence", "fiu-letter", "address"].map(
      (category) => ruleOf("vanuatu", category as "cv"),
    );
    const decisions = [
      decisionOf({ id: 12, title: "B", category: "passport", applicantId: 9 }),
      decisionOf({ id: 4, title: "A", category: "cv", applicantId: 9 }),
      decisionOf({ id: 3, title: "C", category: "other", applicantId: null }),
    ];
    const { items } = checklistOf(caseOf({ applicants, rules, decisions }));
    expect(items.map(({ key }) => key)).toEqual([
      "r1.p9",
      "r3.p9.ARE",
      "r6.p9",
      "x4",
      "x12",
      "r10.p9",
      "r18.p9",
      "r1.p8",
      "r3.p8.GBR",
      "r3.p8.ARE",
      "r6.p8",
      "r10.p8",
      "r18.p8",
      "x3",
      "r21.case",
    ]);
  },
);
