/** Files that the portal makes itself (invoices, specimens) take the same way as uploads: encrypted, then stored. */
import type { Readable } from "node:stream";
import { fileKeyMaker } from "./keys.ts";
import { cleanName, MAX_RENAMED_CHARACTERS } from "./names.ts";
import { spool } from "./spool.ts";
import { discardUnkept, storeSpooled, type AboutFile, type ReceivedFile } from "./stored.ts";

export type GeneratedFile = AboutFile & { content: Buffer | Readable };

/** Makes the files and hands them over; those that are not kept in a row are removed again. */
export async function withGeneratedFiles<Result>(
  generated: readonly GeneratedFile[],
  handle: (files: ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  const files: ReceivedFile[] = [];
  try {
    for (const file of generated) files.push(await storeGenerated(file));
    const result = await handle(files);
    await discardUnkept(files);
    return result;
  } catch (error) {
    await discardUnkept(files, error);
    throw error;
  }
}

async function storeGenerated({ content, ...about }: GeneratedFile): Promise<ReceivedFile> {
  const makeKey = await fileKeyMaker(about.caseId);
  const spooled = await spool(content, makeKey);
  const originalName = cleanName(about.originalName, MAX_RENAMED_CHARACTERS);
  return storeSpooled(spooled, { ...about, originalName });
}
