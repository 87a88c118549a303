/**
 * `/uploads/:name` is a look-up, not a folder (security.md 5.3, D-108): the row of the name says what the file is, and
 * the module of that kind decides. Unknown, foreign and hidden names are the same 404.
 */
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { AccessContext } from "./access-context.ts";
import { recordFileAccess } from "./access-log.ts";
import { fileKind, type FileKindDefinition } from "./kinds.ts";
import { findStoredFileByName } from "./stored.ts";

export type OpenedFile = { file: StoredFileRow; downloadName: string };

export async function openByName(
  actor: SignedInActor,
  { name, ...accessContext }: AccessContext & { name: string },
): Promise<OpenedFile> {
  const file = await findStoredFileByName(runtime.database, name);
  if (!file) throw notFound("file");
  const downloadName = await fileKind(file.kind).open(actor, { file, ...accessContext });
  if (downloadName === null) throw notFound("file");
  return { file, downloadName };
}

type FindName = (
  tx: Transaction,
  actor: SignedInActor,
  file: StoredFileRow,
) => Promise<string | null>;

/** Opens what `findName` finds, and writes down who looked. */
export function openRecorded(findName: FindName): FileKindDefinition["open"] {
  return async (actor, { file, ...accessContext }) =>
    inTransaction(async (tx) => {
      const name = await findName(tx, actor, file);
      const { id, kind, caseId } = file;
      const opened = { way: "view", what: kind, caseId, storedFileId: id } as const;
      if (name !== null) await recordFileAccess(tx, actor, { ...accessContext, opened });
      return name;
    });
}
