/**
 * How much one case may hold, whatever way it came in (asvs 20): documents, agreements, attachments, invoice files.
 * Dossiers have limits of their own, so that they never keep a paper out.
 */
import { and, count, eq, isNull, ne, sum } from "drizzle-orm";
import { MEGABYTE } from "contract/files";
import { payloadTooLarge } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";

const MOST_FILES_PER_CASE = 500;
const MOST_BYTES_PER_CASE = 2048 * MEGABYTE;

export const caseFullMessages = {
  files: `A case can hold at most ${MOST_FILES_PER_CASE} files`,
  bytes: "A case can hold at most 2GB of files",
} as const;

/** Throws 413 when the new files do not fit. The case must be locked, or two uploads could share the last free place. */
export async function assertRoomInCase(
  tx: Transaction,
  caseId: number,
  incoming: readonly { size: number }[],
): Promise<void> {
  const [held] = await tx
    .select({ files: count(), bytes: sum(storedFiles.size).mapWith(Number) })
    .from(storedFiles)
    .where(
      and(
        eq(storedFiles.caseId, caseId),
        ne(storedFiles.kind, "dossier"),
        isNull(storedFiles.deletedAt),
      ),
    );
  const files = (held?.files ?? 0) + incoming.length;
  const bytes = incoming.reduce((total, file) => total + file.size, held?.bytes ?? 0);
  if (files > MOST_FILES_PER_CASE) throw payloadTooLarge(caseFullMessages.files);
  if (bytes > MOST_BYTES_PER_CASE) throw payloadTooLarge(caseFullMessages.bytes);
}
