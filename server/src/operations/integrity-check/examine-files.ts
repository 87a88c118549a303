/** Rows and objects: each has the other, and every file opens to exactly the bytes that were handed in. */
import { and, gt, isNotNull, isNull } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { caseKeys } from "#server/database/tables/case-keys.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { DamagedFile, decrypt } from "#server/files/encryption.ts";
import { createDigest, KeyMismatch, openFileKey, requireOpenable } from "#server/files/keys.ts";
import { openStoredFile } from "#server/files/open.ts";
import { ObjectMissing } from "#server/integrations/storage/storage.ts";
import type { Finding } from "./finding.ts";

type Report = (finding: Finding) => void;

const BATCH = 200;
/** An object gets its row within one request; only an older one without a row is left over. */
const SETTLED_MS = 3_600_000;

/** Answers how many files were opened. */
export async function examineFiles(report: Report): Promise<number> {
  await examineCaseKeys(report);
  await findUnknownObjects(report);
  let opened = 0;
  let rows: StoredFileRow[] = [];
  do {
    rows = await runtime.database
      .select()
      .from(storedFiles)
      .where(
        and(
          isNull(storedFiles.deletedAt),
          isNotNull(storedFiles.caseKeyId),
          gt(storedFiles.id, rows.at(-1)?.id ?? 0),
        ),
      )
      .orderBy(storedFiles.id)
      .limit(BATCH);
    for (const row of rows) await examineFile(row, report);
    opened += rows.length;
  } while (rows.length > 0);
  return opened;
}

async function examineCaseKeys(report: Report): Promise<void> {
  for (const row of await runtime.database.select().from(caseKeys)) {
    try {
      requireOpenable(row);
    } catch (error) {
      if (!(error instanceof KeyMismatch)) throw error;
      report({ kind: "caseKeyUnopenable", sentence: `Case key ${row.id}: ${error.message}.` });
    }
  }
}

async function examineFile(row: StoredFileRow, report: Report): Promise<void> {
  const name = `Stored file ${row.id} (${row.storageKey})`;
  try {
    await openFileKey(runtime.database, row);
  } catch (error) {
    if (!(error instanceof KeyMismatch)) throw error;
    report({ kind: "fileKeyUnopenable", sentence: `${name} has a key that does not open.` });
    return;
  }
  try {
    const hash = await createDigest();
    for await (const part of decrypt(await openStoredFile(row))) hash.update(part);
    if (hash.digest("hex") !== row.digest) {
      report({
        kind: "digestWrong",
        sentence: `${name} has another content than its digest says.`,
      });
    }
  } catch (error) {
    if (error instanceof ObjectMissing) {
      report({ kind: "objectMissing", sentence: `${name} is missing in the storage.` });
    } else if (error instanceof DamagedFile) {
      report({ kind: "objectDamaged", sentence: `${error.message}; it is stored file ${row.id}.` });
    } else throw error;
  }
}

async function findUnknownObjects(report: Report): Promise<void> {
  const before = runtime.clock.now().getTime() - SETTLED_MS;
  const rows = await runtime.database.select({ key: storedFiles.storageKey }).from(storedFiles);
  const known = new Set(rows.map(({ key }) => key));
  for (const storage of new Set([runtime.files.current, runtime.files.of("local")])) {
    for await (const object of storage.list()) {
      if (known.has(object.key) || object.storedAt.getTime() > before) continue;
      report({
        kind: "objectUnknown",
        sentence: `Object ${object.key} in the ${storage.driver} storage belongs to no file.`,
      });
    }
  }
}
