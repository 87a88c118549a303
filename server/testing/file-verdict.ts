/** Puts a file before the same inspection that an upload meets. */
import { uploadRules, type UploadRuleName } from "contract/files";
import { claimedFormat } from "#server/files/formats.ts";
import { contentFits } from "#server/files/inspect.ts";

export type Sample = { name: string; bytes: Buffer; declared: string; rule: UploadRuleName };

export function sample(name: string, bytes: Buffer, declared = ""): Sample {
  return { name, bytes, declared, rule: "commentAttachment" };
}

export async function isTaken({ name, bytes, declared, rule }: Sample): Promise<boolean> {
  const format = claimedFormat(uploadRules[rule], name, declared);
  if (format === undefined) return false;
  return contentFits(format, {
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  });
}
