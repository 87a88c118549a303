/** One file as it may arrive, and what has to become of it. */
import type { UploadRuleName } from "contract/files";

export type FileSample = {
  what: string;
  /** As it stands in the request; what else the reader of a name may make of it is in odd-names.ts. */
  name: string;
  bytes: Buffer;
  declared?: string;
  /** Comment attachments take the most kinds, so they are asked unless a sample says otherwise. */
  rule?: UploadRuleName;
};

/** Shown under this name; the same as the one that was sent unless said otherwise. */
export type Accepted = FileSample & { keptAs?: string };
/** Refused with this sentence; by default the one for a file that is not what it says. */
export type Refused = FileSample & { status?: number; message?: string };
