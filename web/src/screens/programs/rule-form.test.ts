import { describe, expect, it } from "vitest";
import { buildRule } from "#web/testing/rule-records.ts";
import { changesOf, emptyForm, formOf, inputOf, updateOf } from "./rule-form.ts";
import { neededOf, windowText } from "./rule-texts.ts";

describe("a rule as a form", () => {
  it("is the same rule again when nothing is changed", () => {
    const rule = buildRule();
    expect(changesOf(rule, formOf(rule))).toEqual({});
    expect(updateOf(formOf(rule))).toMatchObject({
      label: rule.label,
      clauses: rule.clauses,
      validityDays: 180,
    });
  });

  it("sends only what differs, a clause without its empty fields", () => {
    const rule = buildRule();
    const form = formOf(rule);
    expect(changesOf(rule, { ...form, quantityMax: "5", note: "" })).toEqual({
      quantityMax: 5,
      note: null,
    });
    const [first] = form.clauses;
    const clauses = first ? [{ ...first, minAge: "16", gender: "female" as const }] : [];
    expect(changesOf(rule, { ...form, clauses })).toEqual({
      clauses: [{ kind: "Main Applicant", need: "required", minAge: 16, gender: "female" }],
    });
  });

  it("has no days without a basis", { tags: ["W-RUL-025"] }, () => {
    const form = { ...formOf(buildRule()), validityBasis: "none" as const };
    expect(updateOf(form).validityDays).toBeNull();
  });

  it("names program, type and scope of a new one", () => {
    expect(inputOf("nauru", { ...emptyForm("other"), label: "Letter" })).toMatchObject({
      program: "nauru",
      category: "other",
      scope: "applicant",
      label: "Letter",
      validityDays: null,
    });
  });
});

describe("a rule in a few words", () => {
  it("tells who needs it from which age, what is a question and what nobody has to bring", () => {
    const clauses = [
      { kind: "Main Applicant", need: "required" },
      { kind: "Spouse", need: "conditional", condition: "if working" },
      { kind: "Dependent Child", need: "required", minAge: 18 },
      { kind: "Dependent Resident", need: "optional", minAge: 5, maxAge: 17 },
    ] as const;
    expect(neededOf(buildRule({ clauses: [...clauses] }))).toBe("MA, SP?, DC 18+, (DR 5–17)");
    expect(neededOf(buildRule({ scope: "case" }))).toBe("the case");
  });

  it("tells the window, or that there is none", () => {
    expect(windowText(buildRule())).toBe("≥ 180 days left");
    expect(windowText(buildRule({ validityBasis: "none", validityDays: null }))).toBe("–");
  });
});
