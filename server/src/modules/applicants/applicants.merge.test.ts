import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applicantCategories, applicantGenders, seedApplicants } from "contract/applicants";
import { mergeApplicants, type SavedRow } from "./applicants.merge.ts";
import type { StoredApplicant } from "./passport-number.ts";

const source = { title: "Jane Roe - Vanuatu Citizenship", numberOfApplicants: 3, gender: "Ms." };
const names = fc.constantFrom("", "Jane Roe", "John", "Joy");
const categories = fc.constantFrom(...applicantCategories);
const genders = fc.option(fc.constantFrom(...applicantGenders));
const dates = fc.option(fc.constant("1990-05-17"));

const storedList = fc
  .array(
    fc.record({
      fullName: names,
      category: categories,
      gender: genders,
      dateOfBirth: dates,
      revision: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 10 },
  )
  .map((rows) =>
    rows.map((row, position): StoredApplicant => {
      const made = "2026-01-01T00:00:00.000Z";
      const facts = { nationality: null, maritalStatus: null, residences: null };
      const times = { createdAt: made, updatedAt: made };
      const passport = {
        passportName: null,
        passportNumber: null,
        passportMark: null,
        passportCountry: null,
        passportExpiresOn: null,
        placeOfBirth: null,
        passportDocumentId: null,
        caseKey: null,
      };
      return { ...row, ...facts, ...passport, id: 100 + position, caseId: 1, position, ...times };
    }),
  );
const savedList = fc.array(
  fc.record(
    { fullName: names, category: categories, gender: genders, dateOfBirth: dates },
    { requiredKeys: ["fullName", "category"] },
  ),
  { minLength: 1, maxLength: 10 },
) as fc.Arbitrary<SavedRow[]>;

describe("merging a saved list into the stored one", () => {
  it("gives row i to the i-th stored applicant where no ids are named", { tags: ["D-078"] }, () => {
    fc.assert(
      fc.property(storedList, savedList, (stored, rows) => {
        const { placed, removed } = mergeApplicants(stored, rows, source);
        placed.forEach(({ stored: target }, index) => {
          expect(target?.id ?? null).toBe(stored[index]?.id ?? null);
        });
        expect(removed).toEqual(stored.slice(placed.length));
      }),
    );
  });

  it("never blanks a known name, whoever saves", { tags: ["D-079"] }, () => {
    fc.assert(
      fc.property(storedList, savedList, fc.boolean(), (stored, rows, namesIds) => {
        const sent = namesIds
          ? rows.map((row, index) => (stored[index] ? { ...row, id: stored[index].id } : row))
          : rows;
        const { placed } = mergeApplicants(stored, sent, source);
        const known = placed.filter(({ stored: target }) => target && target.fullName !== "");
        expect(known.filter(({ values }) => values.fullName === "")).toEqual([]);
      }),
    );
  });

  it(
    "changes nothing that is there when a list only seeds, however many rows it brings",
    { tags: ["S-33"] },
    () => {
      fc.assert(
        fc.property(storedList, fc.integer({ min: 1, max: 10 }), (stored, numberOfApplicants) => {
          const seeds = seedApplicants({ ...source, numberOfApplicants });
          const { placed, removed } = mergeApplicants(stored, seeds, source);
          expect(removed).toEqual([]);
          expect(placed).toHaveLength(Math.max(stored.length, numberOfApplicants));
          const kept = placed.flatMap(({ stored: target, values }) =>
            target ? { ...target, ...values } : [],
          );
          expect(kept).toEqual(stored);
        }),
      );
    },
  );

  it("follows ids in any order, adds rows without one and removes the unnamed", () => {
    fc.assert(
      fc.property(storedList, savedList, fc.func(fc.integer()), (stored, rows, weigh) => {
        fc.pre(stored.length > 0);
        const shuffled = stored.toSorted((a, b) => weigh(a.id) - weigh(b.id));
        const sent = rows.map((row, index) => {
          const target = shuffled[index];
          return target && (index === 0 || index % 2 === 0) ? { ...row, id: target.id } : row;
        });
        const { placed, removed } = mergeApplicants(stored, sent, source);
        placed.forEach(({ stored: target, values }, index) => {
          expect(target?.id).toBe(sent[index]?.id);
          expect(values.position).toBe(index);
        });
        const kept = placed.flatMap(({ stored: target }) => target?.id ?? []);
        expect(removed.map((row) => row.id)).toEqual(
          stored.map((row) => row.id).filter((id) => !kept.includes(id)),
        );
      }),
    );
  });

  it("keeps what a row does not say", () => {
    const [stored] = fc.sample(
      storedList.filter((list) => list.length > 0),
      { numRuns: 1, seed: 1 },
    );
    const first = { ...stored?.[0], gender: "male", dateOfBirth: "1990-05-17" } as StoredApplicant;
    const row = { fullName: "Jim Roe", category: "Spouse" } as const;
    const said = (extra: Partial<SavedRow>) =>
      mergeApplicants([first], [{ ...row, ...extra }], source).placed[0]?.values;
    expect(said({})).toMatchObject({ ...row, gender: "male", dateOfBirth: "1990-05-17" });
    expect(said({ gender: null, dateOfBirth: null })).toMatchObject({
      gender: null,
      dateOfBirth: null,
    });
  });

  it("refuses ids it does not know, and one id twice", () => {
    const row = { fullName: "Jim Roe", category: "Spouse" } as const;
    const [stored = []] = fc.sample(
      storedList.filter((list) => list.length > 0),
      1,
    );
    expect(() => mergeApplicants(stored, [{ ...row, id: 5 }], source)).toThrow(
      "Applicant not found",
    );
    expect(() =>
      mergeApplicants(
        stored,
        [
          { ...row, id: 100 },
          { ...row, id: 100 },
        ],
        source,
      ),
    ).toThrow("Applicants must differ");
  });
});
