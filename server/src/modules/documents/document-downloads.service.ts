/** How documents go out: one by one, or a stage of a case as one archive. */
import type { DocumentGroup } from "contract/document-categories";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { adminOnly, notFoundWith } from "#server/core/errors.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { recordDocumentAccess } from "#server/files/access-log.ts";
import { stageArchiveName } from "#server/files/archive-names.ts";
import { holdCase } from "#server/modules/cases/case-lock.ts";
import { entryOf, withoutSubject } from "./documents.events.ts";
import { mayDownloadGroup } from "./documents.policy.ts";
import { type DocumentWithFile, findDocumentToOpen, listOfGroup } from "./documents.queries.ts";

type Opening = AccessContext & { subject: SubjectRecord };
type StageOpening = AccessContext & {
  caseId: number;
  stage: DocumentGroup;
  fileName: string | null;
};
export type StageArchive = { fileName: string; members: DocumentWithFile[] };

/** A look leaves no event in the case (S-28), only the line of the opening. */
export async function openForView(
  actor: SignedInActor,
  { subject, ...accessContext }: Opening,
): Promise<DocumentWithFile> {
  return inTransaction(async (tx) => {
    const found = await findDocumentToOpen(tx, actor, subject);
    const { caseId, id } = subject;
    const opened = { way: "view", caseId, documentIds: [id] } as const;
    await recordDocumentAccess(tx, actor, { ...accessContext, opened });
    return found;
  });
}

/** The event is committed before the first byte leaves: no document goes out unnoticed. */
export async function openForDownload(
  actor: SignedInActor,
  { subject, ...accessContext }: Opening,
): Promise<DocumentWithFile> {
  return inTransaction(async (tx) => {
    const found = await findDocumentToOpen(tx, actor, subject);
    if (accessContext.isProbe) return found;
    const { caseId, id } = subject;
    const opened = { way: "download", caseId, documentIds: [id] } as const;
    await recordDocumentAccess(tx, actor, { ...accessContext, opened });
    await record(tx, actor, {
      name: "document.downloaded",
      case: found.caseFile,
      entries: [withoutSubject(entryOf("download", found.row, { documentId: subject.id }))],
    });
    return found;
  });
}

/** One event for the archive, which lists its documents (S-31). */
export async function openStage(
  actor: SignedInActor,
  { caseId, stage, fileName, ...accessContext }: StageOpening,
): Promise<StageArchive> {
  if (!mayDownloadGroup(actor, stage)) throw adminOnly();
  return inTransaction(async (tx) => {
    const caseFile = await holdCase(tx, actor, caseId);
    const members = await listOfGroup(tx, actor, { caseId, group: stage });
    if (members.length === 0) throw notFoundWith("No documents in this stage");
    const documentIds = members.map(({ row }) => row.id);
    if (!accessContext.isProbe) {
      const opened = { way: "archive", caseId, documentIds } as const;
      await recordDocumentAccess(tx, actor, { ...accessContext, opened });
      await record(tx, actor, {
        name: "document.downloaded",
        case: caseFile,
        entries: [{ action: "download", stage, metadata: { documentIds } }],
      });
    }
    return { fileName: fileName ?? stageArchiveName(caseFile.title, stage), members };
  });
}
