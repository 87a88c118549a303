/** What stands on a specimen. It is drawn as a PDF, an image or a Word document. */
export type Person = {
  fullName: string;
  arabicName: string;
  dateOfBirth: string;
  gender: "male" | "female";
  nationality: string;
  /** Three letters, as passports write it. */
  countryCode: string;
};

export type SpecimenTable = { head: string[]; rows: string[][] };

export type Specimen = {
  title: string;
  titleArabic: string;
  /** What the portal calls this kind of paper. */
  kind: string;
  issuer: string;
  number: string;
  person: Person | null;
  issueDate: string | null;
  expiryDate: string | null;
  paragraphs: string[];
  table: SpecimenTable | null;
};

export const SPECIMEN_MARK = "SPECIMEN";
export const SPECIMEN_NOTE =
  "Fictional demonstration data: no real person, company, authority, account or document.";

export type SpecimenField = { label: string; value: string };

/** The facts of a specimen, in the order in which papers give them. */
export function fieldsOf(specimen: Specimen): SpecimenField[] {
  const { person, number, issueDate, expiryDate } = specimen;
  const fields: SpecimenField[] = [];
  if (person) {
    fields.push(
      { label: "Name", value: person.fullName },
      { label: "الاسم", value: person.arabicName },
      { label: "Date of birth", value: longDate(person.dateOfBirth) },
      { label: "Nationality", value: person.nationality },
    );
  }
  fields.push({ label: "Document number", value: number });
  if (issueDate) fields.push({ label: "Date of issue", value: longDate(issueDate) });
  if (expiryDate) fields.push({ label: "Date of expiry", value: longDate(expiryDate) });
  return fields;
}

const longDates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

export function longDate(date: string): string {
  return longDates.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}
