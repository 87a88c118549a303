/** Who the bureau is, as plain data for the thread that draws. */
import { eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { bureauName, bureauRow } from "#server/database/bureau.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { decrypt } from "#server/files/encryption.ts";
import { openStoredFile } from "#server/files/open.ts";
import { collect } from "#server/files/plain-source.ts";
import type { BureauOnPaper } from "./letterhead.ts";

/** Every paper has the same one; a new logo is a new file. */
let kept: { fileId: number; logo: Buffer } | null = null;

export async function bureauOnPaper(): Promise<BureauOnPaper> {
  const { address, trn, phone, website, letterFoot, logoFileId } = bureauRow();
  return {
    name: bureauName(),
    address,
    trn,
    phone,
    website,
    foot: letterFoot,
    logo: logoFileId === null ? null : await logoOf(logoFileId),
  };
}

/** A paper is drawn without a logo that cannot be read. */
async function logoOf(fileId: number): Promise<Buffer | null> {
  if (kept?.fileId === fileId) return kept.logo;
  const [file] = await runtime.database
    .select()
    .from(storedFiles)
    .where(eq(storedFiles.id, fileId));
  if (!file || file.deletedAt !== null) return null;
  try {
    const logo = await collect(decrypt(await openStoredFile(file)));
    kept = { fileId, logo };
    return logo;
  } catch (error) {
    runtime.log.warn({ error, storedFileId: fileId }, "the logo could not be read");
    return null;
  }
}
