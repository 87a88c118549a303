/** The people of a case, and the rules that hold between them (C:114 to C:142, D-078 to D-082). */
import * as z from "zod/mini";
import { maritalStatuses } from "./checklist-parts.ts";
import { byCaseCode, endpoint } from "./endpoint.ts";
import { ById, CalendarDay, EARLIEST_DAY, Id, MAX_NAME, oneLine, tooLong } from "./fields.ts";
import { nationalities } from "./nationalities.ts";
import { passportFacts, passportInput } from "./passports.ts";
import { visibleText } from "./visible-text.ts";

export const applicantCategories = [
  "Main Applicant",
  "Spouse",
  "Dependent Child",
  "Dependent Resident",
] as const;
export type ApplicantCategory = (typeof applicantCategories)[number];
export const applicantGenders = ["male", "female"] as const;
const MOST_APPLICANTS = 10;
export const MOST_RESIDENCES = 10;

export const Applicant = z.object({
  id: z.number(),
  caseId: z.number(),
  fullName: z.string(),
  category: z.enum(applicantCategories),
  gender: z.nullable(z.enum(applicantGenders)),
  dateOfBirth: z.nullable(z.string()),
  /** As citizens of a country are called. */
  nationality: z.nullable(z.string()),
  maritalStatus: z.nullable(z.enum(maritalStatuses)),
  /** Countries lived in, as ISO 3166-1 alpha-3; null while nobody has said any. */
  residences: z.nullable(z.array(z.string())),
  ...passportFacts,
  version: z.number(),
});
export type Applicant = z.infer<typeof Applicant>;

export const applicantMessages = {
  nameMissing: "Full name is required",
  blank: "All applicant names must be filled in",
  duplicate: "Applicant names must be unique",
  main: "There must be exactly one Main Applicant",
  spouse: "There can be at most one Spouse",
  country: "Unknown country",
} as const;

type Row = { fullName: string; category: string };

/** The first rule that the rows break, or null. Shared by the editor and the server. */
export function findApplicantProblem(
  rows: readonly Row[],
  options: { allowBlankNames: boolean },
): string | null {
  const names = rows.map((row) => comparedName(row.fullName));
  if (!options.allowBlankNames && names.some((name) => name === "")) return applicantMessages.blank;
  const filled = names.filter((name) => name !== "");
  if (new Set(filled).size !== filled.length) return applicantMessages.duplicate;
  if (rows.filter((row) => row.category === "Main Applicant").length !== 1)
    return applicantMessages.main;
  if (rows.filter((row) => row.category === "Spouse").length > 1) return applicantMessages.spouse;
  return null;
}

/** What makes two names the same: neither capitals nor blanks nor marks that nobody sees (D-184). */
export function comparedName(name: string): string {
  return visibleText(name).toLowerCase();
}

/** The applicant's name hidden in a case title; '' when there is none that can be trusted (C:114, D-081). */
export function nameFromTitle(title: string): string {
  const beforeDash = title.split(" - ", 1)[0] ?? "";
  const name = visibleText(
    beforeDash.replace(/(?<![\p{L}\p{N}])(citizenship|application)(?![\p{L}\p{N}])/giu, " "),
  );
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 2 && name.includes(" ") ? name : "";
}

export type SeededApplicant = {
  fullName: string;
  category: ApplicantCategory;
  gender: (typeof applicantGenders)[number] | null;
  dateOfBirth: null;
};

/** The rows a case without applicants starts with (C:114, D-082). */
export function seedApplicants(source: {
  title: string;
  numberOfApplicants: number;
  gender: string | null;
}): SeededApplicant[] {
  return Array.from({ length: source.numberOfApplicants }, (_, index) => ({
    fullName: index === 0 ? nameFromTitle(source.title) : "",
    category: index === 0 ? "Main Applicant" : "Dependent Child",
    gender: index === 0 ? genderFromTitle(source.gender) : null,
    dateOfBirth: null,
  }));
}

function genderFromTitle(gender: string | null): "male" | "female" | null {
  if (gender === "Mr.") return "male";
  return gender === "Ms." ? "female" : null;
}

export function isApplicantComplete(row: Row): boolean {
  return row.fullName.trim() !== "" && row.category !== "";
}

const filePrefixes: Record<ApplicantCategory, string> = {
  "Main Applicant": "Main",
  Spouse: "Spouse",
  "Dependent Child": "Child",
  "Dependent Resident": "Resident",
};

/** 'scan.pdf' of the spouse → 'Spouse - scan.pdf'; never two prefixes; null takes it away (D-075). */
export function prefixedName(name: string, category: ApplicantCategory | null): string {
  const bare = name.replace(/^(?:(?:Main|Spouse|Child|Resident) - )+/, "");
  return category === null ? bare : `${filePrefixes[category]} - ${bare}`;
}

const BirthDate = z.nullable(
  CalendarDay.check(
    z.refine((day) => day >= EARLIEST_DAY, "Date of birth cannot be before 1900-01-01"),
    z.refine((day) => day <= tomorrow(), "Date of birth cannot be in the future"),
  ),
);
const FullName = z
  .string(applicantMessages.nameMissing)
  .check(oneLine(), z.maxLength(MAX_NAME, tooLong(MAX_NAME)));

const known = new Set<string>(nationalities);

/** What rules ask of a person besides age and gender; left out means unchanged. That a country exists is asked by the server. */
const facts = {
  nationality: z.optional(
    z.nullable(
      z
        .string("Invalid nationality")
        .check(z.refine((text) => known.has(text), "Invalid nationality")),
    ),
  ),
  maritalStatus: z.optional(z.nullable(z.enum(maritalStatuses, "Invalid marital status"))),
  residences: z.optional(
    z.nullable(
      z.array(z.string(applicantMessages.country), applicantMessages.country).check(
        z.maxLength(MOST_RESIDENCES, `At most ${MOST_RESIDENCES} countries`),
        z.refine(
          (countries) => new Set(countries).size === countries.length,
          "A country can be named once",
        ),
      ),
    ),
  ),
};

export const SaveApplicantsInput = z.object({
  applicants: z
    .array(
      z.object({
        id: z.optional(Id),
        /** The version this row was edited on, as If-Match says it for a single record. */
        version: z.optional(z.int()),
        caseId: z.optional(z.union([z.number(), z.string()])),
        fullName: FullName,
        category: z.enum(applicantCategories, "Invalid category"),
        gender: z.optional(z.nullable(z.enum(applicantGenders, "Invalid gender"))),
        dateOfBirth: z.optional(BirthDate),
        ...facts,
        ...passportInput,
      }),
      "Applicants are required",
    )
    .check(
      z.minLength(1, "Must have at least 1 applicant"),
      z.maxLength(MOST_APPLICANTS, `Must have at most ${MOST_APPLICANTS} applicants`),
    ),
});

export const UpdateApplicantInput = z.object({
  fullName: FullName.check(z.minLength(1, applicantMessages.nameMissing)),
  gender: z.optional(z.nullable(z.enum(applicantGenders, "Invalid gender"))),
  dateOfBirth: z.optional(BirthDate),
  ...facts,
  ...passportInput,
});

const list = endpoint({
  method: "GET",
  path: "/api/cases/:id/applicants",
  access: "signedIn",
  scope: "people:read",
  subject: "case",
  summary: "The people of a case",
  params: ById,
  response: z.array(Applicant),
});
const save = endpoint({
  method: "POST",
  path: "/api/cases/:id/applicants",
  access: "signedIn",
  scope: "people:write",
  subject: "case",
  summary: "Save all applicants of a case; row by row, ids stay",
  params: ById,
  body: SaveApplicantsInput,
  response: z.array(Applicant),
});
const ByCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

export const applicantsApi = {
  list,
  listByCaseCode: byCaseCode(list, ByCode),
  save,
  saveByCaseCode: byCaseCode(save, ByCode),
  update: endpoint({
    method: "PATCH",
    path: "/api/applicants/:id",
    access: "signedIn",
    scope: "people:write",
    subject: "applicant",
    summary: "Change what is known of one applicant; what is left out stays",
    params: ById,
    body: UpdateApplicantInput,
    response: Applicant,
  }),
  passport: endpoint({
    method: "GET",
    path: "/api/applicants/:id/passport",
    access: "staff",
    scope: "session",
    subject: "applicant",
    summary: "The whole number of one person's passport; that it was shown is written down",
    params: ById,
    response: z.object({ passportNumber: z.nullable(z.string()) }),
  }),
};

/** One day ahead, since somewhere in the world it is already tomorrow. */
function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
}
