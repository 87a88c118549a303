import { describe, expect, it } from "vitest";
import { caseOf, itemsOf, personOf, ruleOf, statesOf, TODAY } from "#testing/checklist-facts.ts";
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
const bornYearsAgo = (years: number) => `${Number(TODAY.slice(0, 4)) - years}${TODAY.slice(4)}`;
const STAGE_2 = { status: "citizenship_application_second_stage" } as const;
const withChild = (facts: Parameters<typeof personOf>[0]) =>
  caseOf({ applicants: [personOf(), child(facts)] });
const ofChild = (input: ChecklistInput, category: Parameters<typeof itemsOf>[1]) =>
  itemsOf(input, category)
    .filter(({ applicantId }) => applicantId === 2)
    .map(({ state, reason }) => (reason ? `${state} ${reason}` : state));

describe("the need", () => {
  it("counts completed years, both bounds included", { tags: ["W-CHK-009"] }, () => {
    const school = (years: number) =>
      ofChild(
        {
          ...withChild({ dateOfBirth: bornYearsAgo(years) }),
          caseFile: caseOf({ caseFile: STAGE_2 }).caseFile,
        },
        "school",
      );
    expect([4, 5, 17, 18, 25, 26].map((years) => school(years).length)).toEqual([0, 1, 1, 1, 1, 0]);
    const dayBefore = withChild({ dateOfBirth: "2008-11-22" });
    expect(ofChild(dayBefore, "cv")).toEqual([]);
    expect(ofChild({ ...dayBefore, today: "2026-11-22" }, "cv")).toEqual(["missing"]);
  });

  it(
    "lets whoever was born on 29 February turn on 1 March of other years",
    { tags: ["W-CHK-010"] },
    () => {
      const born = withChild({ dateOfBirth: "2008-02-29" });
      expect(ofChild({ ...born, today: "2026-02-28" }, "cv")).toEqual([]);
      expect(ofChild({ ...born, today: "2026-03-01" }, "cv")).toEqual(["missing"]);
    },
  );

  it("asks a child of 18 for a profile, none of 17", { tags: ["W-CHK-011"] }, () => {
    expect(ofChild(withChild({ dateOfBirth: bornYearsAgo(17) }), "cv")).toEqual([]);
    expect(ofChild(withChild({ dateOfBirth: bornYearsAgo(18) }), "cv")).toEqual(["missing"]);
  });

  it(
    "asks for police certificates from 16 in Nauru, from 18 in Vanuatu",
    { tags: ["W-CHK-012"] },
    () => {
      const asked = (program: "vanuatu" | "nauru", years: number) =>
        ofChild(
          caseOf({
            caseFile: { citizenshipProgram: program },
            applicants: [personOf(), child({ dateOfBirth: bornYearsAgo(years) })],
          }),
          "police-residence",
        ).length;
      expect([asked("nauru", 15), asked("nauru", 16)]).toEqual([0, 1]);
      expect([asked("vanuatu", 17), asked("vanuatu", 18)]).toEqual([0, 1]);
    },
  );

  it("waits for a birth date that nobody has told", { tags: ["W-CHK-013"] }, () => {
    const input = withChild({ dateOfBirth: null });
    const waiting = checklistOf(input).items.filter(
      ({ applicantId, state }) => applicantId === 2 && state === "undecided",
    );
    expect(waiting.map(({ category, reason }) => [category, reason])).toEqual([
      ["id", "dateOfBirth"],
      ["police-residence", "dateOfBirth"],
      ["police-origin", "dateOfBirth"],
      ["cv", "dateOfBirth"],
    ]);
  });

  it("goes by marital status", { tags: ["W-CHK-014"] }, () => {
    const marriage = (maritalStatus: "single" | "married" | "divorced" | "widowed" | null) =>
      statesOf(
        caseOf({ caseFile: STAGE_2, applicants: [personOf({ maritalStatus })] }),
        "marriage",
      );
    expect(marriage(null)).toEqual(["undecided maritalStatus"]);
    expect([marriage("divorced"), marriage("widowed")]).toEqual([["missing"], ["missing"]]);
    expect([marriage("single"), marriage("married")]).toEqual([[], []]);
  });

  it("goes by gender", { tags: ["W-CHK-015"] }, () => {
    const rules = [
      ruleOf("vanuatu", "cv", {
        clauses: [{ kind: "Main Applicant", need: "required", gender: "female" }],
      }),
    ];
    const states = (gender: "male" | "female" | null) =>
      statesOf(caseOf({ rules, applicants: [personOf({ gender })] }), "cv");
    expect([states("male"), states(null), states("female")]).toEqual([
      [],
      ["undecided gender"],
      ["missing"],
    ]);
  });

  it("is the strictest that holds", { tags: ["W-CHK-016"] }, () => {
    const kind = "Main Applicant";
    const required = { kind, need: "required" } as const;
    const unknown = { kind, need: "required", minAge: 18 } as const;
    const conditional = { kind, need: "conditional", condition: "if working" } as const;
    const optional = { kind, need: "optional" } as const;
    const need = (
      ...clauses: (typeof required | typeof unknown | typeof conditional | typeof optional)[]
    ) =>
      itemsOf(
        caseOf({
          rules: [ruleOf("vanuatu", "cv", { clauses })],
          applicants: [personOf({ dateOfBirth: null })],
        }),
        "cv",
      )[0]?.need;
    expect(need(optional, conditional, unknown, required)).toBe("required");
    expect(need(optional, conditional, unknown)).toBe("unknown");
    expect(need(optional, conditional)).toBe("conditional");
    expect(need(optional)).toBe("optional");
    const contradicted = { ...unknown, gender: "female" } as const;
    expect(need(contradicted, optional)).toBe("optional");
  });

  it(
    "names the first missing fact of all, in whatever order they stand",
    { tags: ["W-CHK-086"] },
    () => {
      const kind = "Main Applicant";
      const clauses = [
        { kind, need: "required", maritalStatuses: ["single"], condition: "if single" },
        { kind, need: "conditional", gender: "female", condition: "if working" },
        { kind, need: "required", minAge: 18 },
      ] as const;
      const nobody = personOf({ dateOfBirth: null, gender: null, maritalStatus: null });
      const states = (person: typeof nobody, turned: boolean) => {
        const stored = (turned ? [...clauses].toReversed() : [...clauses]).map((clause) => ({
          ...clause,
        })) as never;
        const rules = [ruleOf("vanuatu", "cv", { clauses: stored })];
        return statesOf(caseOf({ rules, applicants: [person] }), "cv");
      };
      for (const turned of [false, true]) {
        expect(states(nobody, turned)).toEqual(["undecided dateOfBirth"]);
        expect(states({ ...nobody, dateOfBirth: "2020-01-01" }, turned)).toEqual([
          "undecided gender",
        ]);
        expect(states({ ...nobody, dateOfBirth: "2020-01-01", gender: "male" }, turned)).toEqual([
          "undecided maritalStatus",
        ]);
      }
    },
  );
});
