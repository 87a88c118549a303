import type { Config } from "#server/config/config.ts";
import type { ArchiveKeys } from "./archive.ts";

/** A backup is made under FILES_KEY; one from before its rotation opens with FILES_KEY_PREVIOUS. */
export function keysOf({ filesKey, previousFilesKey, secretKey }: Config): ArchiveKeys {
  return { filesKeys: previousFilesKey ? [filesKey, previousFilesKey] : [filesKey], secretKey };
}
