/** A portal in which every kind of record and every kind of file is there. */
import { eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { mailOutbox } from "#server/database/tables/mail-outbox.ts";
import { users } from "#server/database/tables/users.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { buildEvent, buildNote } from "./factories/activity.ts";
import { buildAgreement } from "./factories/agreements.ts";
import { buildApplicant } from "./factories/applicants.ts";
import { buildAssignment, buildCase, buildStatusDuration } from "./factories/cases.ts";
import { buildDecision, ruleIdOf } from "./factories/checklist.ts";
import { buildComment, buildReaction } from "./factories/comments.ts";
import { buildDocument } from "./factories/documents.ts";
import { buildDossier, buildDossierDocument } from "./factories/dossiers.ts";
import { buildStoredFile } from "./factories/files.ts";
import { buildInvitation } from "./factories/invitations.ts";
import { buildInvoice, buildInvoiceFile } from "./factories/invoices.ts";
import { buildNotification } from "./factories/notifications.ts";
import { buildReview } from "./factories/reviews.ts";
import { buildRule } from "./factories/rules.ts";
import { buildSample } from "./factories/samples.ts";
import { buildToken } from "./factories/tokens.ts";
import { buildUser } from "./factories/users.ts";
import { buildView } from "./factories/views.ts";
import { buildWebhookLog } from "./factories/webhook-logs.ts";

/** Longer than two chunks of an encrypted file. */
const longContent = Buffer.alloc(150_000, "%PDF-1.7 scanned page ");

export async function buildFullPortal(caseCount = 2): Promise<void> {
  const agent = await buildUser({ role: "agent" });
  await giveAvatar(agent.id);
  const sample = await buildSample({ uploadedBy: agent.id });
  await buildRule({ label: "Letter of the family", sampleId: sample.id });
  await recordSecurityEvent(runtime.database, { kind: "signin.succeeded", userId: agent.id });
  await runtime.database.insert(mailOutbox).values({
    toEmail: agent.email,
    template: "welcome",
    subject: "Welcome",
    text: "sealed",
  });
  await buildToken({ userId: agent.id });
  await buildView({ ownerId: agent.id, query: { q: "محم", adviser: "me" } });
  for (let index = 0; index < caseCount; index += 1) await buildFullCase(agent.id);
}

async function buildFullCase(agentId: number): Promise<void> {
  const invitation = await buildInvitation();
  const caseFile = await buildCase({
    assignedTo: [{ id: agentId }],
    createdBy: agentId,
    title: 'Ünïcode "quoted" \\ title\nwith two lines',
  });
  const caseId = caseFile.id;
  await buildAssignment(caseFile, { invitationId: invitation.id });
  await buildStatusDuration(caseFile, {
    fromStatus: "onboarding",
    toStatus: "hold",
    startedAt: "2026-01-01T00:00:00.000Z",
    endedAt: "2026-01-02T00:00:00.000Z",
  });
  const applicant = await buildApplicant({ caseId });
  const document = await buildDocument({
    caseId,
    uploadedBy: agentId,
    assignedTo: applicant.id,
    reviewState: "changes_requested",
  });
  await buildReview({ documentId: document.id, reviewedBy: agentId });
  await buildDecision({ caseId, decidedBy: agentId });
  await buildDecision({
    caseId,
    ruleId: await ruleIdOf("employment"),
    applicantId: applicant.id,
    verdict: "applies",
    decidedBy: agentId,
  });
  await buildDocument({ caseId, uploadedBy: agentId, content: longContent });
  const dossier = await buildDossier({ caseId, builtBy: agentId });
  await buildDossierDocument({ dossierId: dossier.id, documentId: document.id });
  await buildAgreement({ caseId, uploadedBy: agentId });
  const invoice = await buildInvoice({
    caseId,
    rate: "0.2723",
    currency: "AED",
    totalFee: 6_610_356,
  });
  await buildInvoiceFile(invoice);
  await buildInvoiceFile(invoice, { list: "other", originalName: "Receipt.pdf" });
  const attachment = await buildStoredFile({ kind: "comment", caseId, createdBy: agentId });
  const comment = await buildComment({
    caseId,
    userId: agentId,
    storedFileId: attachment.id,
    attachmentFileName: attachment.name,
    attachmentOriginalName: "Picture.pdf",
  });
  await buildReaction(comment, { userId: agentId, emoji: "👍" });
  await buildNote({ caseId, userId: agentId });
  await buildEvent({
    caseId,
    actorId: agentId,
    action: "update",
    metadata: { title: { from: "a" } },
  });
  await buildWebhookLog({ caseId });
  await buildNotification({ userId: agentId, caseId, data: { about: [{ id: comment.id }] } });
}

async function giveAvatar(userId: number): Promise<void> {
  const avatar = await buildStoredFile({
    kind: "avatar",
    createdBy: userId,
    mimeType: "image/webp",
    content: Buffer.from("RIFF0000WEBP"),
  });
  await runtime.database
    .update(users)
    .set({ storedFileId: avatar.id, profileImageUrl: `/uploads/${avatar.name}` })
    .where(eq(users.id, userId));
}
