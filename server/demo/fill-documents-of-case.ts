/** The documents and signed agreements of a case: made as specimens, then stored and encrypted like any upload. */
import { documentGroupOf } from "contract/document-categories";
import { buildAgreement } from "#testing/factories/agreements.ts";
import { buildDocument } from "#testing/factories/documents.ts";
import { personIn } from "./demo-accounts.ts";
import type { DemoCase, DemoDocument } from "./demo-bureau.ts";
import type { DemoCaseContext } from "./demo-case-context.ts";
import { decisionOn, writeReview } from "./fill-reviews.ts";
import { createAgreement, createSpecimen } from "./specimens/create-specimen.ts";

export async function fillDocuments(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile, applicants, activity } = filling;
  for (const document of documentsOf(demoCase)) {
    const { originalName, category, mimeType, uploadedAt, assignedTo } = document;
    const uploadedBy = uploaderOf(filling, document);
    const decision = decisionOn(demoCase, document);
    const row = await buildDocument({
      originalName,
      category,
      mimeType,
      uploadedAt,
      uploadedBy,
      isApproved: decision?.decision === "accepted",
      reviewState: decision?.decision ?? ("waiting" as const),
      issuedOn: document.issueDate ?? null,
      expiresOn: document.expiryDate ?? null,
      country: countryOf(demoCase, document),
      caseId: caseFile.id,
      assignedTo: applicants.get(assignedTo ?? "")?.id ?? null,
      updatedAt: decision?.createdAt ?? uploadedAt,
      content: await createSpecimen(demoCase, document),
    });
    activity.add({
      action: "upload",
      actorId: uploadedBy,
      documentName: originalName,
      stage: documentGroupOf(category),
      metadata: { documentId: row.id, category },
      createdAt: uploadedAt,
    });
    if (decision) await writeReview(filling, row, decision);
  }
}

function documentsOf({ documents, checklist }: DemoCase): DemoDocument[] {
  return [...documents, ...(checklist?.documents ?? [])];
}

/** A certificate of where somebody lives is of the country that he names first. */
function countryOf({ checklist }: DemoCase, document: DemoDocument): string | null {
  if (document.category !== "police-residence") return null;
  return checklist?.facts[document.assignedTo ?? ""]?.residences?.[0] ?? null;
}

/** As the data's own events say; otherwise governments' papers come from the bureau and the family's from the family. */
function uploaderOf({ demoCase, people }: DemoCaseContext, document: DemoDocument): number {
  if (document.uploadedBy) return personIn(people, document.uploadedBy).id;
  const told = demoCase.auditEvents.find(
    (event) => event.action === "upload" && event.createdAt === document.uploadedAt,
  );
  if (told) return personIn(people, told.actor).id;
  const isFromBureau = documentGroupOf(document.category) === "vanuatu";
  const client = demoCase.assignedUsers.find((key) => personIn(people, key).role === "client");
  return personIn(people, isFromBureau || !client ? demoCase.createdBy : client).id;
}

export async function fillAgreements(filling: DemoCaseContext): Promise<void> {
  const { demoCase, caseFile, people, activity } = filling;
  for (const { originalName, uploadedAt, uploadedBy } of demoCase.serviceAgreements) {
    const actorId = personIn(people, uploadedBy).id;
    const row = await buildAgreement({
      originalName,
      uploadedAt,
      caseId: caseFile.id,
      uploadedBy: actorId,
      source: "user",
      content: await createAgreement(demoCase, { originalName, signedOn: uploadedAt }),
    });
    activity.add({
      action: "upload",
      actorId,
      documentName: originalName,
      stage: "service-agreement",
      metadata: { agreementId: row.id },
      createdAt: uploadedAt,
    });
  }
}
