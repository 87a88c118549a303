/** From an entry of the demonstration data to a file that can be opened. */
import { documentCategoryLabel } from "contract/document-categories";
import type { DemoApplicant, DemoCase, DemoDocument } from "#demo/demo-bureau.ts";
import { type Origin, papers } from "./documents.ts";
import { drawCard, drawPassport, drawPortrait, type ImageFormat } from "./draw-image.ts";
import { drawPdf } from "./draw-pdf.ts";
import { homeOf, personOf, PLACE_OF_RESIDENCE, programCountryOf } from "./people.ts";
import type { Specimen, SpecimenTable } from "./specimen.ts";
import { assetTable, statementTable } from "./tables.ts";
import { writeWord } from "./write-word.ts";

const BUREAU = "Example Bureau Citizenship Advisory FZ-LLC";

export function createSpecimen(demoCase: DemoCase, document: DemoDocument): Promise<Buffer> {
  const specimen = describeDocument(demoCase, document);
  const format: ImageFormat = document.mimeType === "image/png" ? "png" : "jpeg";
  if (document.mimeType === "application/pdf") return drawPdf(specimen);
  if (!document.mimeType.startsWith("image/")) return writeWord(specimen);
  if (document.category === "passport") return drawPassport(specimen, format);
  return document.category === "photos"
    ? drawPortrait(specimen, format)
    : drawCard(specimen, format);
}

type SignedAgreement = { originalName: string; signedOn: string };

export function createAgreement(
  demoCase: DemoCase,
  { originalName, signedOn }: SignedAgreement,
): Promise<Buffer> {
  return drawPdf({
    title: bareTitle(originalName),
    titleArabic: "اتفاقية خدمات",
    kind: `Between the bureau and the applicants of case ${demoCase.caseId}`,
    issuer: BUREAU,
    number: `SA-${demoCase.caseId}`,
    person: mainPersonOf(demoCase),
    issueDate: signedOn,
    expiryDate: null,
    paragraphs: [
      "The bureau prepares the application, checks every document and represents the applicants before the authorities.",
      "The applicants give true and complete information and pay the fees of each stage when it begins.",
      "Either side may end this agreement in writing. Fees paid to a government are not refundable.",
    ],
    table: null,
  });
}

type Transfer = { originalName: string; paidOn: string; amount: string | null };

export function createTransferAdvice(
  demoCase: DemoCase,
  { originalName, paidOn, amount }: Transfer,
): Promise<Buffer> {
  return drawPdf({
    title: bareTitle(originalName),
    titleArabic: "إشعار تحويل مصرفي",
    kind: `Payment for case ${demoCase.caseId}`,
    issuer: `Demonstration Bank, ${PLACE_OF_RESIDENCE}`,
    number: "TA-0000-00001",
    person: mainPersonOf(demoCase),
    issueDate: paidOn,
    expiryDate: null,
    paragraphs: [
      `We have carried out the transfer to ${BUREAU}${amount ? `: ${amount}` : ""}.`,
      "This advice was made by a machine and is valid without a signature.",
    ],
    table: null,
  });
}

export function describeDocument(demoCase: DemoCase, document: DemoDocument): Specimen {
  const paper = papers[document.category];
  const shown = document.shows ?? document.assignedTo;
  const applicant = demoCase.applicants.find(({ key }) => key === shown);
  const person = applicant ? personOf(demoCase, applicant) : null;
  const place = placeOf(demoCase, originOf(document, paper.origin));
  return {
    title: bareTitle(document.originalName),
    titleArabic: paper.titleArabic,
    kind: documentCategoryLabel(document.category),
    issuer: `${paper.issuer}, ${place}`,
    number: numberOf(demoCase, document, applicant),
    person,
    issueDate: document.issueDate ?? null,
    expiryDate: document.expiryDate ?? null,
    paragraphs: paper.sentences(person?.fullName ?? "the holder"),
    table: tableOf(document),
  };
}

function mainPersonOf(demoCase: DemoCase): Specimen["person"] {
  const [main] = demoCase.applicants;
  return main ? personOf(demoCase, main) : null;
}

/** 'Child - School Letter.pdf' is titled 'School Letter'. */
function bareTitle(originalName: string): string {
  return originalName
    .replace(/^(?:Main|Spouse|Child|Resident) - /, "")
    .replace(/\.\w+$/, "")
    .replaceAll("_", " ");
}

/** Two kinds of paper come from either country; their names tell which. */
function originOf(document: DemoDocument, usual: Origin): Origin {
  if (document.category === "id")
    return document.originalName.includes("Emirates") ? "residence" : "home";
  return document.originalName.includes("Household Register") ? "home" : usual;
}

function placeOf(demoCase: DemoCase, origin: Origin): string {
  if (origin === "residence") return PLACE_OF_RESIDENCE;
  return origin === "home" ? homeOf(demoCase) : programCountryOf(demoCase);
}

/** Numbers of zeros belong to nobody. The main applicant's passport number is the one of the data; none has characters side by side that a reader could take for others. */
function numberOf(
  demoCase: DemoCase,
  document: DemoDocument,
  applicant: DemoApplicant | undefined,
): string {
  const place = demoCase.documents.indexOf(document) + 1;
  const isMainPassport =
    document.category === "passport" && applicant?.category === "Main Applicant";
  if (isMainPassport) return demoCase.mrz[1].slice(0, 9).replaceAll("<", "");
  if (document.category === "passport") {
    return `${demoCase.mrz[1].slice(0, 1)}403794${String(place).padStart(2, "0")}`;
  }
  return `${papers[document.category].prefix}-0000-${String(place).padStart(5, "0")}`;
}

function tableOf(document: DemoDocument): SpecimenTable | null {
  if (document.category === "asset") return assetTable();
  return document.category === "bank-statement" ? statementTable(document.issueDate ?? "") : null;
}
