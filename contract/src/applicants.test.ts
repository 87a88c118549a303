import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  applicantCategories,
  type ApplicantCategory,
  findApplicantProblem,
  isApplicantComplete,
  nameFromTitle,
  prefixedName,
  SaveApplicantsInput,
  seedApplicants,
  UpdateApplicantInput,
} from "./applicants.ts";

const categories = fc.constantFrom(...applicantCategories);
const rows = fc.array(fc.record({ fullName: fc.string(), category: categories }), {
  maxLength: 10,
});
const strict = { allowBlankNames: false };
const lenient = { allowBlankNames: true };

describe("the rules between the applicants of a case", () => {
  const main = { fullName: "Jane Roe", category: "Main Applicant" };
  const spouse = { fullName: "John Roe", category: "Spouse" };
  const child = { fullName: "Joy Roe", category: "Dependent Child" };

  it.each([
    ["a family", [main, spouse, child], null],
    ["a blank name", [main, { ...child, fullName: "  " }], "All applicant names must be filled in"],
    [
      "two of a name",
      [main, { ...child, fullName: " JANE roe " }],
      "Applicant names must be unique",
    ],
    [
      "a name that looks the same",
      [main, { ...child, fullName: "Jane\u200B \u00A0 Roe" }],
      "Applicant names must be unique",
    ],
    ["nobody", [], "There must be exactly one Main Applicant"],
    ["no main applicant", [spouse, child], "There must be exactly one Main Applicant"],
    [
      "two main applicants",
      [main, { ...main, fullName: "Jo" }],
      "There must be exactly one Main Applicant",
    ],
    [
      "two spouses",
      [main, spouse, { ...spouse, fullName: "Jo" }],
      "There can be at most one Spouse",
    ],
  ])("%s: the first broken rule is named", { tags: ["C-APPL-020..023"] }, (_, family, problem) => {
    expect(findApplicantProblem(family, strict)).toBe(problem);
  });

  it("let names wait while a case is being seeded", { tags: ["D-079"] }, () => {
    const seeded = [{ ...main, fullName: "" }, { ...child, fullName: "" }, child];
    expect(findApplicantProblem(seeded, lenient)).toBeNull();
    expect(findApplicantProblem(seeded, strict)).toBe("All applicant names must be filled in");
  });

  it("do not depend on order, outer spaces or letters", () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (family, allowBlankNames) => {
        const problem = findApplicantProblem(family, { allowBlankNames });
        const loud = family.map((row) => ({ ...row, fullName: ` ${row.fullName} ` }));
        expect(findApplicantProblem(loud, { allowBlankNames })).toBe(problem);
        expect(findApplicantProblem(family.toReversed(), { allowBlankNames })).toBe(problem);
      }),
    );
  });

  it("hold exactly when every sentence of them holds", () => {
    fc.assert(
      fc.property(rows, (family) => {
        const names = family.map((row) => row.fullName.trim().toLowerCase());
        const count = (category: ApplicantCategory) =>
          family.filter((row) => row.category === category).length;
        const holds =
          names.every((name) => name !== "") &&
          names.every((name, index) => names.indexOf(name) === index) &&
          count("Main Applicant") === 1 &&
          count("Spouse") <= 1;
        expect(findApplicantProblem(family, strict) === null).toBe(holds);
      }),
    );
  });
});

describe("the name hidden in a case title", () => {
  it.each([
    ["John Smith - Vanuatu Citizenship", "John Smith"],
    ["John Smith - Jane - Nauru", "John Smith"],
    ["John Smith Citizenship Application", "John Smith"],
    ["CITIZENSHIP application of  Ana  Lía Núñez ", "of Ana Lía Núñez"],
    ["محمد علي - فانواتو", "محمد علي"],
    ["Smith", ""],
    ["Smith - Vanuatu Citizenship", ""],
    ["Citizenship Application", ""],
    ["J 1", ""],
    ["J S", "J S"],
    ["Mary-Jane O'Neil", "Mary-Jane O'Neil"],
    ["Applicationes Citizenshipsson", "Applicationes Citizenshipsson"],
    ["", ""],
  ])("%o gives %o", { tags: ["C-APPL-014..015", "D-081"] }, (title, name) => {
    expect(nameFromTitle(title)).toBe(name);
  });

  it("is blank, or trimmed with two letters and single spaces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (title) => {
        const name = nameFromTitle(title);
        if (name === "") return;
        expect(name).toBe(name.trim());
        expect(name).toMatch(/\p{L}.*\p{L}/u);
        expect(name).toContain(" ");
        expect(name).not.toMatch(/\s{2}/);
        expect(nameFromTitle(name)).toBe(name);
      }),
    );
  });
});

describe("seeded applicants", () => {
  it(
    "are the main applicant and blank children",
    { tags: ["C-APPL-013", "C-APPL-016", "D-082"] },
    () => {
      const source = { title: "Jane Roe - Nauru", numberOfApplicants: 3, gender: "Ms." };
      const child = { fullName: "", category: "Dependent Child", gender: null, dateOfBirth: null };
      expect(seedApplicants(source)).toEqual([
        { fullName: "Jane Roe", category: "Main Applicant", gender: "female", dateOfBirth: null },
        child,
        child,
      ]);
    },
  );

  it.each([
    ["Mr.", "male"],
    ["Ms.", "female"],
    [null, null],
  ])("take the gender of the case: %o gives %o", { tags: ["C-APPL-017"] }, (gender, expected) => {
    const [main] = seedApplicants({ title: "Jo Roe", numberOfApplicants: 1, gender });
    expect(main?.gender).toBe(expected);
  });

  it("always satisfy the rules they are saved under", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 10 }), (title, numberOfApplicants) => {
        const seeds = seedApplicants({ title, numberOfApplicants, gender: null });
        expect(seeds).toHaveLength(numberOfApplicants);
        expect(findApplicantProblem(seeds, lenient)).toBeNull();
      }),
    );
  });
});

describe("a row", () => {
  it.each([
    ["Jane Roe", "Spouse", true],
    ["  ", "Spouse", false],
    ["Jane Roe", "", false],
  ])(
    "with name %o and category %o is complete: %o",
    { tags: ["C-APPL-018"] },
    (fullName, category, complete) => {
      expect(isApplicantComplete({ fullName, category })).toBe(complete);
    },
  );
});

describe("the prefix of a document's name", () => {
  it("says whose document it is, once", { tags: ["C-DOC-034..035", "D-075"] }, () => {
    expect(prefixedName("scan.pdf", "Spouse")).toBe("Spouse - scan.pdf");
    expect(prefixedName("Spouse - scan.pdf", "Dependent Child")).toBe("Child - scan.pdf");
    expect(prefixedName("Main - Main - scan.pdf", "Dependent Resident")).toBe(
      "Resident - scan.pdf",
    );
    expect(prefixedName("Child - scan.pdf", null)).toBe("scan.pdf");
  });

  it("is never doubled, whatever the history", () => {
    const history = fc.array(fc.option(categories), { minLength: 1 });
    fc.assert(
      fc.property(fc.string(), history, (name, owners) => {
        const bare = prefixedName(name, null);
        const named = owners.reduce((current, owner) => prefixedName(current, owner), bare);
        expect(named).toBe(prefixedName(bare, owners.at(-1) ?? null));
        expect(prefixedName(named, null)).toBe(bare);
      }),
    );
  });
});

describe("what is sent", () => {
  const row = { fullName: " Jane ", category: "Main Applicant" };
  const messageOf = (schema: z.ZodMiniType, value: unknown) => {
    const result = z.safeParse(schema, value);
    return result.success ? null : result.error.issues[0]?.message;
  };

  it("is trimmed, and may leave gender and birth date unsaid", () => {
    expect(z.parse(SaveApplicantsInput, { applicants: [row] })).toEqual({
      applicants: [{ fullName: "Jane", category: "Main Applicant" }],
    });
  });

  it.each([
    [{ category: "Uncle" }, "Invalid category"],
    [{ gender: "Mr." }, "Invalid gender"],
    [{ fullName: undefined }, "Full name is required"],
    [{ fullName: "x".repeat(201) }, "Must be at most 200 characters"],
    [{ dateOfBirth: "1899-12-31" }, "Date of birth cannot be before 1900-01-01"],
    [{ dateOfBirth: "2999-01-01" }, "Date of birth cannot be in the future"],
    [{ dateOfBirth: "2023-02-29" }, "Invalid date"],
    [{ dateOfBirth: "01/02/2020" }, "Invalid date"],
  ])("is refused with %o", { tags: ["CI-APPL-009", "C-APPL-010"] }, (wrong, message) => {
    const applicants = [{ ...row, ...wrong }];
    expect(messageOf(SaveApplicantsInput, { applicants })).toBe(message);
  });

  it("is one to ten rows", { tags: ["C-APPL-037"] }, () => {
    const many = (length: number) => ({ applicants: Array.from({ length }, () => row) });
    expect(messageOf(SaveApplicantsInput, many(0))).toBe("Must have at least 1 applicant");
    expect(messageOf(SaveApplicantsInput, many(10))).toBeNull();
    expect(messageOf(SaveApplicantsInput, many(11))).toBe("Must have at most 10 applicants");
    expect(messageOf(SaveApplicantsInput, {})).toBe("Applicants are required");
  });

  it("names the applicant when one is edited", () => {
    expect(messageOf(UpdateApplicantInput, { fullName: "  " })).toBe("Full name is required");
    expect(messageOf(UpdateApplicantInput, { fullName: "Jane", dateOfBirth: null })).toBeNull();
  });
});
