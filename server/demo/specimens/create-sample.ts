/** Sample documents show a made-up person who lives nowhere. */
import { type Program, programLabels } from "contract/case-parts";
import type { DocumentCategory } from "contract/document-categories";
import { documentCategoryLabel } from "contract/document-categories";
import { papers } from "./documents.ts";
import { drawPassport, drawPortrait } from "./draw-image.ts";
import { drawPdf } from "./draw-pdf.ts";
import type { Specimen } from "./specimen.ts";
import { writeWord } from "./write-word.ts";

export type SamplePaper =
  | "form"
  | "profile"
  | "passport"
  | "police"
  | "checklist"
  | "bankReference"
  | "photo";

export async function createSample(paper: SamplePaper, program: Program): Promise<Buffer> {
  switch (paper) {
    case "form":
      return drawPdf({ ...describe("nomination", program), person: null, paragraphs: blanks() });
    case "profile":
      return writeWord({ ...describe("cv", program), paragraphs: blanks() });
    case "passport":
      return drawPassport(describe("passport", program), "jpeg");
    case "police":
      return drawPdf(describe("police-residence", program));
    case "checklist":
      return Buffer.from(checklist(program));
    case "bankReference":
      return drawPdf(describe("bank-reference", program));
    case "photo":
      return drawPortrait(describe("photos", program), "jpeg");
  }
}

function describe(category: DocumentCategory, program: Program): Specimen {
  const { titleArabic, prefix, issuer, sentences } = papers[category];
  const fullName = "Sample Person";
  return {
    title: documentCategoryLabel(category),
    titleArabic,
    kind: `Sample for applications to ${programLabels[program]}`,
    issuer: `${issuer}, Utopia`,
    number: category === "passport" ? "X00000000" : `${prefix}-0000-00000`,
    person: {
      fullName,
      arabicName: "شخص نموذجي",
      dateOfBirth: "1990-01-01",
      gender: "female",
      nationality: "Utopian",
      countryCode: "UTO",
    },
    issueDate: "2026-01-02",
    expiryDate: category === "passport" ? "2036-01-01" : null,
    paragraphs: sentences(fullName),
    table: null,
  };
}

function blanks(): string[] {
  const line = "_".repeat(48);
  return ["Full name", "Date and place of birth", "Address", "Occupation", "Signature"].map(
    (label) => `${label}: ${line}`,
  );
}

function checklist(program: Program): string {
  return [
    `Stage 1, ${programLabels[program]} (specimen)`,
    "",
    "[ ] Passport, data page, both lines at the bottom sharp",
    "[ ] National ID, both sides",
    "[ ] Police certificate of the country of residence, not older than six months",
    "[ ] Police certificate of the country of origin, not older than six months",
    "[ ] Birth certificate with an English translation",
    "[ ] Personal profile of the last ten years",
    "",
  ].join("\n");
}
