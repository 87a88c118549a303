import { type Applicant, type ApplicantCategory, applicantCategories } from "contract/applicants";

/** A row of the editor; without id and version until it has been saved. */
export type ApplicantRow = ApplicantFields & {
  readonly key: string;
  readonly id?: number;
  readonly version?: number;
};

export type ApplicantFields = {
  readonly fullName: string;
  readonly category: ApplicantCategory;
  readonly gender: "male" | "female" | null;
  readonly dateOfBirth: string | null;
  readonly nationality: Applicant["nationality"];
  readonly maritalStatus: Applicant["maritalStatus"];
  /** Where the person has lived; null while nobody has said. */
  readonly residences: readonly string[] | null;
  readonly placeOfBirth: string | null;
};

const fieldNames = [
  "fullName",
  "category",
  "gender",
  "dateOfBirth",
  "nationality",
  "maritalStatus",
  "residences",
  "placeOfBirth",
] as const;

/** What was typed into one row, and what stood there when the typing began. */
type RowEdit = { readonly before: ApplicantRow; readonly fields: Partial<ApplicantFields> };
/** By the key of the row. */
export type RowEdits = ReadonlyMap<string, RowEdit>;

export const noEdits: RowEdits = new Map();

/** As many rows as the case has applicants, the stored ones first; stored ones are never hidden (D-061). */
export function rowsOf(stored: readonly Applicant[], numberOfApplicants: number): ApplicantRow[] {
  const rows = stored.map(({ id, version, ...applicant }): ApplicantRow => ({
    key: `stored ${id}`,
    id,
    version,
    ...fieldsOf(applicant),
  }));
  const blanks = Array.from(
    { length: Math.max(0, numberOfApplicants - rows.length) },
    (_, index): ApplicantRow => ({
      key: `new ${index}`,
      fullName: "",
      category: rows.length + index === 0 ? "Main Applicant" : "Dependent Child",
      gender: null,
      dateOfBirth: null,
      nationality: null,
      maritalStatus: null,
      residences: null,
      placeOfBirth: null,
    }),
  );
  return [...rows, ...blanks];
}

/** What of a row is sent and compared. */
export function fieldsOf(row: ApplicantFields): ApplicantFields {
  const { fullName, category, gender, dateOfBirth } = row;
  const { nationality, maritalStatus, residences, placeOfBirth } = row;
  const facts = { nationality, maritalStatus, residences, placeOfBirth };
  return { fullName, category, gender, dateOfBirth, ...facts };
}

export function editRow(
  edits: RowEdits,
  row: ApplicantRow,
  fields: Partial<ApplicantFields>,
): RowEdits {
  const known = edits.get(row.key);
  const edit: RowEdit = {
    before: known?.before ?? row,
    fields: { ...known?.fields, ...fields },
  };
  return new Map(edits).set(row.key, edit);
}

/** The saved rows with what was typed on top. What was typed into a row that is gone by now becomes a new row. */
export function withEdits(saved: readonly ApplicantRow[], edits: RowEdits): ApplicantRow[] {
  const keys = new Set(saved.map(({ key }) => key));
  const rows = saved.map((row) => ({ ...row, ...edits.get(row.key)?.fields }));
  const orphans = [...edits.values()]
    .filter(({ before }) => !keys.has(before.key))
    .map(({ before, fields }) => ({
      ...before,
      ...fields,
      id: undefined,
      version: undefined,
    }));
  return [...rows, ...orphans];
}

/** Whether somebody else has saved another value for a field that is being edited here (reliability 18). */
export function collides(saved: readonly ApplicantRow[], edits: RowEdits): boolean {
  return [...edits].some(([key, { before, fields }]) => {
    const now = saved.find((row) => row.key === key);
    if (now === undefined) return true;
    return fieldNames.some(
      (name) =>
        name in fields && !isSame(now[name], before[name]) && !isSame(now[name], fields[name]),
    );
  });
}

type PersonEdit = { readonly row: ApplicantRow; readonly id: number };

/** The one stored row that differs, and only in name or date of birth: such an edit has a call of its own (C:180). */
export function onlyPersonEdit(
  saved: readonly ApplicantRow[],
  rows: readonly ApplicantRow[],
): PersonEdit | null {
  const changed = rows.filter((row, index) => !isSameRow(row, saved[index]));
  const [row] = changed;
  if (row?.id === undefined || changed.length > 1 || rows.length !== saved.length) return null;
  const before = saved.find(({ key }) => key === row.key);
  // The call cannot take a date away: it is sent only when there is one (C:140).
  const losesDate = row.dateOfBirth === null && before?.dateOfBirth !== null;
  const isElseTheSame =
    before !== undefined &&
    fieldNames.every(
      (name) => name === "fullName" || name === "dateOfBirth" || isSame(row[name], before[name]),
    );
  return isElseTheSame && !losesDate ? { row, id: row.id } : null;
}

/** The first row is always the Main Applicant; a second spouse is not offered (C:142). */
export function categoriesFor(rows: readonly ApplicantRow[], index: number): ApplicantCategory[] {
  if (index === 0 || rows.length === 1) return ["Main Applicant"];
  const hasOtherSpouse = rows.some((row, place) => place !== index && row.category === "Spouse");
  return applicantCategories.filter(
    (category) => category !== "Main Applicant" && !(category === "Spouse" && hasOtherSpouse),
  );
}

export function areSameRows(a: readonly ApplicantRow[], b: readonly ApplicantRow[]): boolean {
  return a.length === b.length && a.every((row, index) => isSameRow(row, b[index]));
}

function isSameRow(row: ApplicantRow, other: ApplicantRow | undefined): boolean {
  return (
    other !== undefined &&
    row.id === other.id &&
    fieldNames.every((name) => isSame(row[name], other[name]))
  );
}

/** Lists of countries are the same when they name the same ones in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
