/** A whole case on its way out. It is written down before the first byte leaves (security.md 5.7). */
import type { ExportAudience } from "contract/case-exports";
import type { SignedInActor } from "#server/core/actor.ts";
import { assertStaff } from "#server/core/full-access.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { record } from "#server/events/record.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { recordDocumentAccess } from "#server/files/access-log.ts";
import type { ArchiveMember } from "#server/files/zip.ts";
import { holdCase } from "#server/modules/cases/case-lock.ts";
import { type About, readerFor } from "./about.ts";
import { archiveMembers } from "./archive.ts";
import { type Contents, readContents } from "./case-contents.ts";
import { type CaseFiles, listFiles } from "./case-files.ts";
import { type Part, partsOf } from "./case-parts.ts";

type Wanted = AccessContext & { caseId: number; audience: ExportAudience };
type Archive = { fileName: string; members: AsyncGenerator<ArchiveMember, unknown> };

export async function openCase(
  actor: SignedInActor,
  { caseId, audience, ...accessContext }: Wanted,
): Promise<Archive> {
  assertStaff(actor);
  const { about, parts } = await inTransaction(async (tx) => {
    const caseFile = await holdCase(tx, actor, caseId);
    const about: About = { caseFile, audience, reader: readerFor(actor, audience) };
    const contents = await readContents(tx, about);
    const files = await listFiles(tx, about, contents.invoices);
    const parts = partsOf(runtime.database, { about, contents, files: files.parts });
    if (!accessContext.isProbe)
      await writeDown(tx, actor, { ...accessContext, about, contents, files, parts });
    return { about, parts };
  });
  const { caseFile } = about;
  return {
    fileName: `${caseFile.title}_${caseFile.caseId}.zip`,
    members: archiveMembers({ by: actor.name, audience, record: `case ${caseFile.id}`, parts }),
  };
}

type WrittenDown = AccessContext & {
  about: About;
  contents: Contents;
  files: CaseFiles;
  parts: readonly Part[];
};

async function writeDown(
  tx: Transaction,
  actor: SignedInActor,
  { about, contents, files, parts, ...accessContext }: WrittenDown,
): Promise<void> {
  const { caseFile, audience } = about;
  const opened = {
    way: "archive",
    caseId: caseFile.id,
    documentIds: files.documentIds,
  } as const;
  await recordDocumentAccess(tx, actor, { ...accessContext, opened });
  for (const applicantId of contents.passportsShown)
    await recordSecurityEvent(tx, {
      kind: "passport.shown",
      userId: actor.id,
      browser: accessContext.reader,
      metadata: { applicantId },
    });
  const metadata = { audience, files: parts.length };
  await record(tx, actor, {
    name: "case.exported",
    case: caseFile,
    entries: [{ action: "download", stage: "export", metadata }],
  });
}
