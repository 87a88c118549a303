/** What must hold before the portal takes its first file. */
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { checkFilesKey, KeyMismatch } from "./keys.ts";
import { sweepSpool } from "./sweep.ts";

/** With another FILES_KEY no stored file could be opened, and new ones would be lost to the old key: better not to start. */
export async function prepareFiles(): Promise<void> {
  try {
    await checkFilesKey(runtime.database);
  } catch (error) {
    if (!(error instanceof KeyMismatch)) throw error;
    throw new StartError("FILES_KEY is not the one the stored files were encrypted with.", {
      cause: error,
    });
  }
  await sweepSpool();
}
