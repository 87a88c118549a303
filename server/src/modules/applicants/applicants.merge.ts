/**
 * What a saved list of applicants does to the stored ones. Pure, so that its promises can be tested with any lists:
 * ids stay, a known name never turns blank, and a list that merely seeds changes nothing that is there (D-078, D-079).
 */
import type * as z from "zod/mini";
import { type SaveApplicantsInput, seedApplicants } from "contract/applicants";
import { badField } from "#server/core/errors.ts";
import type { ApplicantRow } from "#server/database/tables/applicants.ts";
import type { StoredApplicant } from "./passport-number.ts";

export type SavedRow = z.output<typeof SaveApplicantsInput>["applicants"][number];
export type ApplicantValues = Pick<
  ApplicantRow,
  | "position"
  | "fullName"
  | "category"
  | "gender"
  | "dateOfBirth"
  | "nationality"
  | "maritalStatus"
  | "residences"
  | "passportName"
  | "passportCountry"
  | "passportExpiresOn"
  | "placeOfBirth"
>;
type Source = Parameters<typeof seedApplicants>[0];

export type Placed = {
  values: ApplicantValues;
  /** Null for a new applicant. */
  stored: StoredApplicant | null;
  basedOn: number | null;
  /** Left out: unchanged. */
  passportNumber?: string | null | undefined;
};
export type Merge = { placed: Placed[]; removed: StoredApplicant[] };

/** `stored` in their order. */
export function mergeApplicants(
  stored: readonly StoredApplicant[],
  rows: readonly SavedRow[],
  source: Source,
): Merge {
  if (isSeed(rows, source)) return seedMissing(stored, rows);
  const targets = findTargets(stored, rows);
  const placed = rows.map((row, position) => place(row, position, targets[position] ?? null));
  const kept = new Set(placed.map(({ stored: target }) => target?.id));
  return { placed, removed: stored.filter((applicant) => !kept.has(applicant.id)) };
}

/** The rows any client would make for this case without having seen an applicant of it. */
function isSeed(rows: readonly SavedRow[], source: Source): boolean {
  const seeds = seedApplicants({ ...source, numberOfApplicants: rows.length });
  return rows.every((row, index) => {
    const seed = seeds[index];
    return (
      row.id === undefined &&
      row.fullName === seed?.fullName &&
      row.category === seed.category &&
      (row.gender ?? seed.gender) === seed.gender &&
      row.dateOfBirth == null &&
      row.nationality == null &&
      row.maritalStatus == null &&
      !row.residences?.length &&
      !row.passportName &&
      row.passportNumber == null &&
      row.passportCountry == null &&
      row.passportExpiresOn == null &&
      !row.placeOfBirth
    );
  });
}

function seedMissing(stored: readonly StoredApplicant[], rows: readonly SavedRow[]): Merge {
  const kept = stored.map((applicant) => ({
    values: valuesOf(applicant),
    stored: applicant,
    basedOn: null,
  }));
  const missing = rows.slice(stored.length);
  const added = missing.map((row, index) => place(row, stored.length + index, null));
  return { placed: [...kept, ...added], removed: [] };
}

/** A client that names ids means new people by rows without one; a client that names none means positions. */
function findTargets(
  stored: readonly StoredApplicant[],
  rows: readonly SavedRow[],
): (StoredApplicant | null)[] {
  const named = rows.flatMap((row) => row.id ?? []);
  if (named.length === 0) return rows.map((_, position) => stored[position] ?? null);
  if (new Set(named).size < named.length) throw badField("applicants", "Applicants must differ");
  return rows.map(({ id }, position) => {
    if (id === undefined) return null;
    const target = stored.find((applicant) => applicant.id === id);
    if (!target) throw badField(`applicants.${position}.id`, "Applicant not found");
    return target;
  });
}

function place(row: SavedRow, position: number, stored: StoredApplicant | null): Placed {
  const isNameless = row.fullName === "" && stored !== null && stored.fullName !== "";
  // A blank row without an id comes from somebody who does not know this person yet.
  if (isNameless && row.id === undefined) {
    return { values: { ...valuesOf(stored), position }, stored, basedOn: null };
  }
  return {
    stored,
    basedOn: stored && row.version !== undefined ? row.version : null,
    passportNumber: row.passportNumber,
    values: {
      position,
      fullName: isNameless ? stored.fullName : row.fullName,
      category: row.category,
      gender: row.gender === undefined ? (stored?.gender ?? null) : row.gender,
      dateOfBirth: row.dateOfBirth === undefined ? (stored?.dateOfBirth ?? null) : row.dateOfBirth,
      nationality: row.nationality === undefined ? (stored?.nationality ?? null) : row.nationality,
      maritalStatus:
        row.maritalStatus === undefined ? (stored?.maritalStatus ?? null) : row.maritalStatus,
      residences: residencesAfter(stored?.residences ?? null, row.residences),
      ...passportAfter(stored, row),
    },
  };
}

/** An empty list says as little as none; the same countries again are the list that is there. */
export function residencesAfter(
  stored: string[] | null,
  given: string[] | null | undefined,
): string[] | null {
  if (given === undefined || given?.join() === stored?.join()) return stored;
  return given?.length ? given : null;
}

type PassportFacts = Pick<
  ApplicantRow,
  "passportName" | "passportCountry" | "passportExpiresOn" | "placeOfBirth"
>;

/** An empty text says as little as none. */
export function passportAfter(
  stored: PassportFacts | null,
  given: { [Field in keyof PassportFacts]?: string | null | undefined },
): PassportFacts {
  const after = (field: keyof PassportFacts) =>
    given[field] === undefined ? (stored?.[field] ?? null) : given[field] || null;
  return {
    passportName: after("passportName"),
    passportCountry: after("passportCountry"),
    passportExpiresOn: after("passportExpiresOn"),
    placeOfBirth: after("placeOfBirth"),
  };
}

export function valuesOf(row: ApplicantRow): ApplicantValues {
  const { position, fullName, category, gender, dateOfBirth } = row;
  const { nationality, maritalStatus, residences } = row;
  const { passportName, passportCountry, passportExpiresOn, placeOfBirth } = row;
  const facts = { nationality, maritalStatus, residences };
  const passport = { passportName, passportCountry, passportExpiresOn, placeOfBirth };
  return { position, fullName, category, gender, dateOfBirth, ...facts, ...passport };
}
