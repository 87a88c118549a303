import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Applicant, applicantCategories } from "contract/applicants";
import {
  type ApplicantRow,
  areSameRows,
  categoriesFor,
  collides,
  editRow,
  noEdits,
  onlyPersonEdit,
  rowsOf,
  withEdits,
} from "./applicant-rows.ts";

function applicant(id: number, fields: Partial<Applicant> = {}): Applicant {
  return {
    id,
    caseId: 1,
    fullName: `Person ${id}`,
    category: id === 1 ? "Main Applicant" : "Dependent Child",
    gender: null,
    dateOfBirth: null,
    nationality: null,
    maritalStatus: null,
    residences: null,
    passportName: null,
    passportEnding: null,
    passportCountry: null,
    passportExpiresOn: null,
    placeOfBirth: null,
    passportDocumentId: null,
    version: 1,
    ...fields,
  };
}

const stored = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 10 })
  .map((ids) => ids.map((id) => applicant(id)));
const fields = fc.record(
  {
    fullName: fc.string({ maxLength: 8 }),
    category: fc.constantFrom(...applicantCategories),
    gender: fc.constantFrom("male", "female", null),
    dateOfBirth: fc.constantFrom("1980-01-01", "2001-05-05", null),
  },
  { requiredKeys: [] },
);

function at(rows: readonly ApplicantRow[], index: number): ApplicantRow {
  const row = rows[index];
  if (row === undefined) throw new Error(`There is no row ${index}`);
  return row;
}

describe("the rows of the editor", () => {
  it(
    "are as many as the case has applicants, and never hide a stored one",
    { tags: ["D-061"] },
    () => {
      fc.assert(
        fc.property(stored, fc.integer({ min: 0, max: 10 }), (people, numberOfApplicants) => {
          const rows = rowsOf(people, numberOfApplicants);
          expect(rows).toHaveLength(Math.max(people.length, numberOfApplicants));
          expect(rows.flatMap(({ id }) => id ?? [])).toEqual(people.map(({ id }) => id));
          expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        }),
      );
    },
  );

  it(
    "begin with the Main Applicant when nobody is stored",
    { tags: ["C-APPL-013", "C-APPL-016"] },
    () => {
      expect(rowsOf([], 3).map(({ category }) => category)).toEqual([
        "Main Applicant",
        "Dependent Child",
        "Dependent Child",
      ]);
    },
  );

  it("carry the version they were read with", { tags: ["S-33"] }, () => {
    expect(rowsOf([applicant(1, { version: 7 })], 2).map(({ version }) => version)).toEqual([
      7,
      undefined,
    ]);
  });
});

describe("what is typed", () => {
  it("lies on top of the saved rows and touches nothing else", () => {
    fc.assert(
      fc.property(stored, fields, fc.nat(), (people, typed, place) => {
        const saved = rowsOf(people, people.length + 1);
        const index = place % saved.length;
        const rows = withEdits(saved, editRow(noEdits, at(saved, index), typed));
        expect(rows).toEqual(
          saved.map((row, other) => (other === index ? { ...row, ...typed } : row)),
        );
      }),
    );
  });

  it("changes nothing once it says again what is saved", { tags: ["C-APPL-019"] }, () => {
    fc.assert(
      fc.property(stored, fields, fc.nat(), (people, typed, place) => {
        const saved = rowsOf(people, people.length + 1);
        const row = at(saved, place % saved.length);
        const { fullName, category, gender, dateOfBirth } = row;
        const there = editRow(noEdits, row, typed);
        const back = editRow(there, row, { fullName, category, gender, dateOfBirth });
        expect(areSameRows(withEdits(saved, back), saved)).toBe(true);
        expect(collides(saved, back)).toBe(false);
      }),
    );
  });

  it("leaves room for what somebody else saves in other fields and rows meanwhile", () => {
    const saved = rowsOf([applicant(1), applicant(2)], 2);
    const edits = editRow(noEdits, at(saved, 0), { fullName: "Typed" });
    const now = rowsOf([applicant(1, { gender: "male" }), applicant(2, { fullName: "Theirs" })], 2);
    expect(collides(now, edits)).toBe(false);
    expect(withEdits(now, edits)).toMatchObject([
      { fullName: "Typed", gender: "male" },
      { fullName: "Theirs" },
    ]);
  });

  it("stays, and is told, when somebody else has saved the same field", () => {
    const saved = rowsOf([applicant(1)], 1);
    const edits = editRow(noEdits, at(saved, 0), { fullName: "Typed" });
    const now = rowsOf([applicant(1, { fullName: "Theirs", version: 2 })], 1);
    expect(collides(now, edits)).toBe(true);
    expect(withEdits(now, edits)).toMatchObject([{ fullName: "Typed", version: 2 }]);
  });

  it("is no conflict when both have written the same", () => {
    const saved = rowsOf([applicant(1)], 1);
    const edits = editRow(noEdits, at(saved, 0), { fullName: "Amina Rahman" });
    expect(collides(rowsOf([applicant(1, { fullName: "Amina Rahman" })], 1), edits)).toBe(false);
  });

  it("becomes a new row when its row is gone", () => {
    const saved = rowsOf([applicant(1), applicant(2)], 2);
    const edits = editRow(noEdits, at(saved, 1), { fullName: "Typed" });
    const now = rowsOf([applicant(1)], 1);
    expect(collides(now, edits)).toBe(true);
    expect(withEdits(now, edits)).toMatchObject([
      { id: 1 },
      { id: undefined, version: undefined, fullName: "Typed" },
    ]);
  });
});

describe("an edit of one person", () => {
  const saved = rowsOf([applicant(1, { dateOfBirth: "1980-01-01" }), applicant(2)], 2);
  const editOf = (index: number, typed: Partial<ApplicantRow>) =>
    onlyPersonEdit(saved, withEdits(saved, editRow(noEdits, at(saved, index), typed)));

  it("is a new name or date of birth", { tags: ["C-APPL-036"] }, () => {
    expect(editOf(1, { fullName: "Leila" })?.id).toBe(2);
    expect(editOf(1, { dateOfBirth: "2001-05-05" })?.id).toBe(2);
  });

  it("is neither a date taken away nor another field", { tags: ["C-APPL-026"] }, () => {
    expect(editOf(0, { dateOfBirth: null })).toBeNull();
    expect(editOf(1, { gender: "female" })).toBeNull();
    expect(editOf(1, { fullName: "Leila", category: "Spouse" })).toBeNull();
  });

  it("is never an edit of two people, or of one who is not stored yet", () => {
    const both = editRow(editRow(noEdits, at(saved, 0), { fullName: "A" }), at(saved, 1), {
      fullName: "B",
    });
    expect(onlyPersonEdit(saved, withEdits(saved, both))).toBeNull();
    const blank = rowsOf([], 1);
    const named = withEdits(blank, editRow(noEdits, at(blank, 0), { fullName: "New Person" }));
    expect(onlyPersonEdit(blank, named)).toBeNull();
  });
});

describe("the categories offered", () => {
  it(
    "are Main Applicant alone for the first row and for a single one",
    { tags: ["C-APPL-030..031"] },
    () => {
      expect(categoriesFor(rowsOf([], 1), 0)).toEqual(["Main Applicant"]);
      expect(categoriesFor(rowsOf([], 4), 0)).toEqual(["Main Applicant"]);
    },
  );

  it("are the other three for every other row", { tags: ["C-APPL-032"] }, () => {
    expect(categoriesFor(rowsOf([], 2), 1)).toEqual([
      "Spouse",
      "Dependent Child",
      "Dependent Resident",
    ]);
  });

  it(
    "leave Spouse out when another row has it, and keep it for that row",
    { tags: ["C-APPL-033"] },
    () => {
      const rows = rowsOf([applicant(1), applicant(2, { category: "Spouse" }), applicant(3)], 3);
      expect(categoriesFor(rows, 1)).toContain("Spouse");
      expect(categoriesFor(rows, 2)).toEqual(["Dependent Child", "Dependent Resident"]);
    },
  );
});
