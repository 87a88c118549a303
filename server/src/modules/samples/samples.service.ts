/** Sample documents that the bureau shows its clients, per program. They belong to no case. */
import { asc, desc, eq, or, sql } from "drizzle-orm";
import type { Program } from "contract/case-parts";
import { MAX_ID } from "contract/fields";
import { uploadRules } from "contract/files";
import { type SampleCategory, type SampleDocument, samplesApi } from "contract/samples";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { sampleDocuments } from "#server/database/tables/sample-documents.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { fileColumns } from "#server/files/file-columns.ts";
import { keepFiles, type ReceivedFile, releaseFiles } from "#server/files/stored.ts";
import { assertKeepsSamples } from "./samples.policy.ts";

type SampleRow = typeof sampleDocuments.$inferSelect;
type Uploader = { firstName: string; lastName: string };

/** With the names of who has uploaded them (S-35); all programs unless one is asked for (D-084). */
export async function list(program: Program | null): Promise<SampleDocument[]> {
  const rows = await runtime.database
    .select({
      sample: sampleDocuments,
      uploader: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(sampleDocuments)
    .leftJoin(users, eq(users.id, sampleDocuments.uploadedBy))
    .where(program === null ? undefined : eq(sampleDocuments.program, program))
    .orderBy(
      asc(sampleDocuments.category),
      sql`${sampleDocuments.name} collate "und-x-icu"`,
      asc(sampleDocuments.id),
    );
  return rows.map(({ sample, uploader }) => present(sample, uploader));
}

type Upload = { category: SampleCategory; program: Program; files: readonly ReceivedFile[] };

/** All files of a request or none. */
export async function upload(actor: SignedInActor, input: Upload): Promise<SampleDocument[]> {
  assertKeepsSamples(actor);
  if (input.files.length === 0) throw badRequest(uploadRules.sampleDocument.missing);
  return inTransaction(async (tx) => {
    const uploader = await findUploader(tx, actor.id);
    const stored = await keepFiles(tx, input.files);
    const rows = await tx
      .insert(sampleDocuments)
      .values(
        stored.map((file, index) => {
          const originalName = input.files[index]?.originalName ?? file.name;
          return {
            ...fileColumns(file),
            name: originalName,
            originalName,
            category: input.category,
            program: input.program,
            uploadedBy: uploader ? actor.id : null,
          };
        }),
      )
      .returning();
    await announceSamples(tx);
    return rows
      .toSorted((first, second) => first.id - second.id)
      .map((row) => present(row, uploader));
  });
}

/** By number, or by name before file name before original name, the newest of each first (D-083). */
export async function open(reference: string): Promise<{ row: SampleRow; file: StoredFileRow }> {
  const { id, name, fileName, originalName, uploadedAt } = sampleDocuments;
  const number = isId(reference) ? Number(reference) : null;
  const rank = sql`case when ${id} = ${number} then 0 when ${name} = ${reference} then 1 when ${fileName} = ${reference} then 2 else 3 end`;
  const [found] = await runtime.database
    .select({ row: sampleDocuments, file: storedFiles })
    .from(sampleDocuments)
    .innerJoin(storedFiles, eq(storedFiles.id, sampleDocuments.storedFileId))
    .where(
      or(
        number === null ? undefined : eq(id, number),
        eq(name, reference),
        eq(fileName, reference),
        eq(originalName, reference),
      ),
    )
    .orderBy(rank, desc(uploadedAt), desc(id))
    .limit(1);
  if (!found) throw notFound("sample");
  return found;
}

/** The row goes now, the bytes after the commit. */
export async function remove(actor: SignedInActor, id: number): Promise<void> {
  assertKeepsSamples(actor);
  await inTransaction(async (tx) => {
    const [row] = await tx
      .delete(sampleDocuments)
      .where(eq(sampleDocuments.id, id))
      .returning({ storedFileId: sampleDocuments.storedFileId });
    if (!row) throw notFound("sample");
    await releaseFiles(tx, [row.storedFileId]);
    await announceSamples(tx);
  });
}

async function announceSamples(tx: Transaction): Promise<void> {
  await announce(tx, { audience: "everyone", keys: [`${samplesApi.list.path}*`] });
}

/** Locked, so that the row cannot name somebody who is being deleted. */
async function findUploader(tx: Transaction, id: number): Promise<Uploader | null> {
  const [uploader] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
    .for("key share");
  return uploader ?? null;
}

function present(row: SampleRow, uploadedBy: Uploader | null): SampleDocument {
  return { ...row, uploadedBy };
}

function isId(reference: string): boolean {
  return /^\d{1,10}$/.test(reference) && Number(reference) <= MAX_ID;
}
