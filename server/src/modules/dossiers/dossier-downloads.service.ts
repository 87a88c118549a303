/** How dossiers go out; whoever's papers are in one sees who has opened them. */
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { assertStaff } from "#server/core/full-access.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AccessContext } from "#server/files/access-context.ts";
import { recordDocumentAccess } from "#server/files/access-log.ts";
import type { ZipMember, ZipNote } from "#server/files/zip.ts";
import { holdCase } from "#server/modules/cases/case-lock.ts";
import { recordDossier } from "./dossiers.events.ts";
import { type FileOfDossier, filesOf, findOfCase, papersOf } from "./dossiers.queries.ts";

type Opening = AccessContext & { subject: SubjectRecord; isReading?: true };
type Archive = { fileName: string; members: (ZipMember | ZipNote)[]; storedAt: Date };

export async function openFile(
  actor: SignedInActor,
  { position, ...opening }: Opening & { position: number },
): Promise<FileOfDossier> {
  return inTransaction(async (tx) => {
    const { caseFile, row, files } = await findToOpen(tx, actor, opening.subject);
    const found = files.find(({ row: file }) => file.position === position && isListed(file));
    if (!found) throw notFound("file");
    await writeDown(tx, actor, { ...opening, caseFile, row, names: [found.row.name] });
    return found;
  });
}

function isListed({ kind }: FileOfDossier["row"]): boolean {
  return kind === "part" || kind === "manifest";
}

export async function openArchive(actor: SignedInActor, opening: Opening): Promise<Archive> {
  return inTransaction(async (tx) => {
    const { caseFile, row, files } = await findToOpen(tx, actor, opening.subject);
    const first = files[0];
    if (!first) throw notFound("file");
    const names = files.map(({ row: file }) => file.name);
    await writeDown(tx, actor, { ...opening, caseFile, row, names });
    const sums = files.map(({ row: file }) => `${file.sha256}  ${file.name}\n`).join("");
    return {
      fileName: `${first.row.name.replace(/(_part\d+of\d+)?\.pdf$/, "")}.zip`,
      members: [
        ...files.map(({ row: { name }, file }) => ({ name, file })),
        { name: "SHA256SUMS", content: Buffer.from(sums) },
      ],
      storedAt: new Date(row.requestedAt),
    };
  });
}

type Found = { caseFile: CaseRow; row: DossierRow; files: FileOfDossier[] };

async function findToOpen(
  tx: Transaction,
  actor: SignedInActor,
  subject: SubjectRecord,
): Promise<Found> {
  assertStaff(actor);
  const [caseFile, row, files] = await Promise.all([
    holdCase(tx, actor, subject.caseId),
    findOfCase(tx, actor, subject),
    filesOf(tx, subject.id),
  ]);
  if (!row) throw notFound("dossier");
  return { caseFile, row, files };
}

type WrittenDown = Opening & Omit<Found, "files"> & { names: string[] };

/** A viewer fetches a file in pieces: that is one reading. */
async function writeDown(
  tx: Transaction,
  actor: SignedInActor,
  { subject, caseFile, row, names, isReading, ...accessContext }: WrittenDown,
): Promise<void> {
  if (accessContext.isProbe) return;
  const papers = await papersOf(tx, subject.id);
  const documentIds = papers.flatMap(({ documentId }) => documentId ?? []);
  const opened = { way: "archive", caseId: subject.caseId, documentIds } as const;
  const about = { ...accessContext, opened, ...(isReading && { isReading }) };
  if (!(await recordDocumentAccess(tx, actor, about))) return;
  const entry = { action: "download" as const, metadata: { files: names } };
  await recordDossier(tx, actor, { name: "dossier.downloaded", caseFile, row, entry });
}
