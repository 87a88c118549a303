/**
 * Families that can be told apart in every byte (asvs 90): each case carries a mark of its own in every field and file.
 * Whoever finds a mark in an answer knows whose data has been there.
 */
import type { UserRow } from "#server/database/tables/users.ts";
import { buildEvent, buildNote } from "./factories/activity.ts";
import { buildAgreement } from "./factories/agreements.ts";
import { buildApplicant } from "./factories/applicants.ts";
import { buildAssignment, buildCase } from "./factories/cases.ts";
import { buildComment } from "./factories/comments.ts";
import { buildDocument } from "./factories/documents.ts";
import { buildStoredFile } from "./factories/files.ts";
import { buildInvoice, buildInvoiceFile } from "./factories/invoices.ts";
import { buildSample } from "./factories/samples.ts";
import { buildUser } from "./factories/users.ts";
import type { RandomCall, Targets } from "./random-calls.ts";

const MARK = /cnr([fb])(\d{4})q/g;

export type CanaryUser = { user: UserRow; cases: ReadonlySet<number> };
export type CanaryFixtures = { users: CanaryUser[]; targets: Targets };

/** What belongs to the family, and what the bureau's accountants read of every case (permissions.md, I-ROLE). */
const familyMark = (index: number) => `cnrf${String(index).padStart(4, "0")}q`;
const billingMark = (index: number) => `cnrb${String(index).padStart(4, "0")}q`;

type Size = { cases: number; users: number };
type Found = Record<string, (string | number)[]>;

/** `chance` answers a fraction from 0 up to 1. */
export async function buildCanaries(size: Size, chance: () => number): Promise<CanaryFixtures> {
  const users: CanaryUser[] = [];
  for (let index = 0; index < size.users; index += 1) {
    const role = (["client", "client", "agent", "accountant"] as const)[index % 4];
    users.push({ user: await buildUser({ role }), cases: new Set() });
  }
  const targets: Found = {};
  for (let index = 0; index < size.cases; index += 1) {
    const members = users.filter(() => chance() < 0.3);
    for (const member of members) (member.cases as Set<number>).add(index);
    await buildCanaryCase(index, { members, targets });
  }
  const { name, id } = await buildSample();
  targets["idOrName"] = [id, name];
  return { users, targets };
}

type Surroundings = { members: readonly CanaryUser[]; targets: Found };

async function buildCanaryCase(index: number, { members, targets }: Surroundings): Promise<void> {
  const mark = familyMark(index);
  const billing = billingMark(index);
  const author = members[0]?.user.id ?? null;
  const caseFile = await buildCase({
    caseId: `C ${billing}`,
    title: `Family ${billing}`,
    description: `Description ${mark}`,
    nationality: `Nation ${mark}`,
  });
  for (const { user } of members) await buildAssignment(caseFile, { userId: user.id });
  const caseId = caseFile.id;
  const applicant = await buildApplicant({ caseId, fullName: `Person ${mark}` });
  const file = (what: string) => ({ originalName: `${what} ${mark}.pdf`, content: pdfOf(mark) });
  const bill = (what: string) => ({
    originalName: `${what} ${billing}.pdf`,
    content: pdfOf(billing),
  });
  const document = await buildDocument({ caseId, category: "passport", ...file("Passport") });
  const other = await buildDocument({ caseId, assignedTo: applicant.id, ...file("Birth") });
  const agreement = await buildAgreement({ caseId, ...file("Agreement") });
  const attachment = await buildStoredFile({ kind: "comment", caseId, ...file("Note") });
  const comment = await buildComment({
    caseId,
    userId: author,
    message: `Message ${mark}`,
    attachmentFileName: attachment.name,
    attachmentOriginalName: `Note ${mark}.pdf`,
    attachmentFileSize: attachment.size,
    attachmentMimeType: attachment.mimeType,
    attachmentFilePath: attachment.storageKey,
    storedFileId: attachment.id,
  });
  await buildComment({ caseId, parentId: comment.id, userId: author, message: `Reply ${mark}` });
  await buildNote({ caseId, message: `Internal ${mark}` });
  await buildEvent({
    caseId,
    action: "upload",
    documentName: `Passport ${mark}.pdf`,
    metadata: { mark },
  });
  const invoice = await buildInvoice({
    caseId,
    caseTitle: `Family ${billing}`,
    invoiceId: `S1 ${billing}`,
    address: `Street ${billing}`,
    clientTrn: `TRN ${billing}`,
    notes: `Paid by ${billing}`,
  });
  const paper = await buildInvoiceFile(invoice, bill("Invoice"));
  const receipt = await buildInvoiceFile(invoice, { list: "other", ...bill("Receipt") });
  const found: Found = {
    "case.id": [caseId],
    "case.caseId": [caseFile.caseId],
    "case.reference": [caseId, caseFile.caseId],
    caseId: [caseFile.caseId],
    id: [caseId],
    "applicant.id": [applicant.id],
    "document.id": [document.id, other.id],
    "comment.id": [comment.id],
    "agreement.id": [agreement.id],
    "invoice.id": [invoice.id],
    "invoice.invoiceId": [invoice.invoiceId, invoice.id],
    "invoice.fileId": [paper.id, receipt.id],
    "invoice.fileName": [paper.original_name, receipt.original_name],
    fileName: [attachment.name],
    name: [nameIn(paper.file_url), nameIn(receipt.file_url), document.fileName, attachment.name],
  };
  for (const [key, values] of Object.entries(found)) (targets[key] ??= []).push(...values);
}

function pdfOf(mark: string): Buffer {
  return Buffer.from(`%PDF-1.7\n% ${mark}\n%%EOF\n`);
}

function nameIn(url: string): string {
  return url.split("/").pop() ?? "";
}

/** The marks in an answer that this user may not see; what the call itself said is no leak. */
export function foreignMarks(
  { user, cases }: CanaryUser,
  call: RandomCall,
  answer: string,
): string[] {
  const said = decodeURIComponent(call.url.replaceAll(/%(?![0-9A-F]{2})|%[89A-F][0-9A-F]/gi, ""));
  return [...answer.matchAll(MARK)]
    .filter(([, kind, number]) => {
      const reads = kind === "b" && user.role === "accountant";
      return !reads && !cases.has(Number(number));
    })
    .map(([mark]) => mark)
    .filter((mark) => !said.includes(mark) && call.payload?.includes(mark) !== true);
}
