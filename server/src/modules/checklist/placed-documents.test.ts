import { describe, expect, it } from "vitest";
import {
  caseOf,
  documentOf,
  itemsOf,
  personOf,
  ruleOf,
  statesOf,
} from "#testing/checklist-facts.ts";
import { seededRules } from "#testing/seeded-rules.ts";
import type { ChecklistInput } from "./checklist-input.ts";
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
const ofChild = (input: ChecklistInput, category: Parameters<typeof itemsOf>[1]) =>
  itemsOf(input, category)
    .filter(({ applicantId }) => applicantId === 2)
    .map(({ state, reason }) => (reason ? `${state} ${reason}` : state));

describe("certificates of countries", () => {
  const kazakh = (facts: Parameters<typeof personOf>[0] = {}) =>
    personOf({ nationality: "Kazakhstani", residences: ["ARE", "GBR", "KAZ"], ...facts });
  const inNauru = (rest: Parameters<typeof caseOf>[0] = {}) =>
    caseOf({
      applicants: [kazakh()],
      ...rest,
      caseFile: { citizenshipProgram: "nauru", ...rest.caseFile },
    });
  const police = (input: ChecklistInput) =>
    itemsOf(input, "police-residence").map((item) => [item.country, item.reason ?? item.state]);

  it("are one item for each country of residence", { tags: ["W-CHK-017"] }, () => {
    expect(police(inNauru())).toEqual([
      ["ARE", "missing"],
      ["GBR", "missing"],
      ["KAZ", "covered"],
    ]);
    const covered = itemsOf(inNauru(), "police-residence")[2];
    expect(covered).toMatchObject({ key: "r29.p1.KAZ", state: "not_required", counted: false });
  });

  it("are one without country while nobody has told where", { tags: ["W-CHK-018"] }, () => {
    expect(police(inNauru({ applicants: [kazakh({ residences: null })] }))).toEqual([
      [null, "missing"],
    ]);
  });

  it("are asked for again when nobody asks for the covering one", { tags: ["W-CHK-019"] }, () => {
    const rules = seededRules.map((rule) =>
      rule.program === "nauru" && rule.category === "police-origin"
        ? { ...rule, retiredAt: "2026-11-01T00:00:00.000Z" }
        : rule,
    );
    expect(police(inNauru({ rules }))[2]).toEqual(["KAZ", "missing"]);
  });

  it(
    "are covered by the case's nationality for the main applicant alone",
    { tags: ["W-CHK-020"] },
    () => {
      const caseFile = { nationality: "Kazakhstani", citizenshipProgram: "nauru" } as const;
      const applicants = [
        kazakh({ nationality: null, residences: ["KAZ"] }),
        kazakh({ id: 2, category: "Spouse", nationality: null, residences: ["KAZ"] }),
      ];
      expect(police(inNauru({ caseFile, applicants }))).toEqual([
        ["KAZ", "covered"],
        ["KAZ", "missing"],
      ]);
    },
  );

  it("fill the countries in their order, oldest first", { tags: ["W-CHK-021"] }, () => {
    const category = "police-residence" as const;
    const later = documentOf({ id: 3, category, uploadedAt: "2026-10-03T08:00:00.000Z" });
    const same = documentOf({ id: 7, category, uploadedAt: "2026-10-03T08:00:00.000Z" });
    const placed = itemsOf(inNauru({ documents: [same, later] }), category);
    expect(placed.map(({ documents }) => documents.map(({ id }) => id))).toEqual([[3], [7], []]);
    const first = documentOf({ id: 9, category, uploadedAt: "2026-10-02T08:00:00.000Z" });
    const three = itemsOf(inNauru({ documents: [same, later, first] }), category);
    expect(three.map(({ documents }) => documents.map(({ id }) => id))).toEqual([[9, 7], [3], []]);
  });

  it("count for the country that they name", { tags: ["W-CHK-022"] }, () => {
    const category = "police-residence" as const;
    const documents = [
      documentOf({ id: 1, category }),
      documentOf({ id: 2, category, country: "GBR", uploadedAt: "2020-01-01T08:00:00.000Z" }),
      documentOf({ id: 3, category, country: "GBR", uploadedAt: "2026-11-20T08:00:00.000Z" }),
    ];
    const placed = itemsOf(inNauru({ documents }), category);
    expect(placed.map((item) => item.documents.map(({ id }) => id))).toEqual([[1], [2, 3], []]);
  });

  it(
    "count for none where nobody lived; without countries they all count",
    { tags: ["W-CHK-087"] },
    () => {
      const documents = [documentOf({ category: "police-residence", country: "FRA" })];
      expect(checklistOf(inNauru({ documents })).others).toMatchObject([
        { documentId: 1, reason: "no_rule" },
      ]);
      const applicants = [kazakh({ residences: null })];
      expect(police(inNauru({ documents, applicants }))).toEqual([[null, "accepted"]]);
    },
  );
});

describe("documents", () => {
  const spouse = personOf({ id: 2, category: "Spouse", gender: "female" });

  it(
    "without person are the only applicant's, and of nobody in a family",
    { tags: ["W-CHK-023"] },
    () => {
      const documents = [documentOf({ assignedTo: null })];
      expect(statesOf(caseOf({ documents }), "passport")).toEqual(["accepted"]);
      const family = caseOf({ documents, applicants: [personOf(), spouse] });
      expect(statesOf(family, "passport")).toEqual(["missing", "missing"]);
      expect(checklistOf(family).others).toMatchObject([{ documentId: 1, reason: "unassigned" }]);
    },
  );

  it("of the whole case count whoever they are of", { tags: ["W-CHK-024"] }, () => {
    for (const assignedTo of [null, 1, 2]) {
      const input = caseOf({
        caseFile: { status: "bank_clearance" },
        applicants: [personOf(), spouse],
        documents: [documentOf({ category: "fiu-letter", assignedTo })],
      });
      expect(itemsOf(input, "fiu-letter")).toMatchObject([
        { key: "r21.case", applicantId: null, state: "accepted" },
      ]);
    }
  });

  it("have to be enough", { tags: ["W-CHK-025"] }, () => {
    const photos = (...states: ("waiting" | "accepted")[]) =>
      statesOf(
        caseOf({
          caseFile: { ...STAGE_2, citizenshipProgram: "nauru" },
          documents: states.map((reviewState, index) =>
            documentOf({ id: index + 1, category: "photos", reviewState }),
          ),
        }),
        "photos",
      );
    expect(photos("waiting")).toEqual(["missing"]);
    expect(photos("waiting", "waiting")).toEqual(["waiting"]);
    expect(photos("accepted", "waiting")).toEqual(["waiting"]);
    expect(photos("accepted", "accepted")).toEqual(["accepted"]);
  });

  it("with changes asked outweigh accepted ones", { tags: ["W-CHK-026"] }, () => {
    const documents = [
      documentOf({ id: 1 }),
      documentOf({ id: 2, reviewState: "changes_requested" }),
    ];
    expect(statesOf(caseOf({ documents }), "passport")).toEqual(["changes_requested"]);
  });

  it("that wait beyond what is enough leave the item accepted", { tags: ["W-CHK-027"] }, () => {
    const documents = [documentOf({ id: 1 }), documentOf({ id: 2, reviewState: "waiting" })];
    expect(itemsOf(caseOf({ documents }), "passport")).toMatchObject([
      { state: "accepted", files: { min: 1, max: 4, accepted: 1, waiting: 1 } },
    ]);
  });

  it("are at least one where a rule asks for none", { tags: ["W-CHK-028"] }, () => {
    const rules = [
      ruleOf("vanuatu", "other", {
        quantityMin: 0,
        dueFrom: "onboarding",
        clauses: [{ kind: "Main Applicant", need: "required" }],
      }),
    ];
    expect(itemsOf(caseOf({ rules }), "other")).toMatchObject([
      { state: "missing", files: { min: 1 } },
    ]);
  });

  it("make what was undecided or later wait", { tags: ["W-CHK-030"] }, () => {
    const documents = [
      documentOf({ id: 1, category: "id", assignedTo: 2, reviewState: "waiting" }),
      documentOf({ id: 2, category: "address", reviewState: "waiting" }),
    ];
    const before = caseOf({ applicants: [personOf(), child({ dateOfBirth: null })] });
    expect(ofChild(before, "id")).toEqual(["undecided dateOfBirth"]);
    expect(statesOf(before, "address")[0]).toBe("not_yet_due");
    expect(ofChild({ ...before, documents }, "id")).toEqual(["waiting"]);
    expect(statesOf({ ...before, documents }, "address")[0]).toBe("waiting");
  });
});
