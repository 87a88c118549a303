/** A stored passport in the plain, in memory alone. */
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { decrypt } from "#server/files/encryption.ts";
import { asReadFailure, openStoredFile } from "#server/files/open.ts";
import { collect } from "#server/files/plain-source.ts";
import type { PassportFile } from "./lines/read-passport.ts";

export async function readFile(file: StoredFileRow): Promise<PassportFile> {
  try {
    const bytes = await collect(decrypt(await openStoredFile(file)));
    return { bytes, mimeType: file.mimeType };
  } catch (error) {
    throw asReadFailure(error, file);
  }
}
