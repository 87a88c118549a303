/**
 * Checks an exported audit log with nothing but the file: every event against its hash, every link against the one
 * before, every checkpoint against the key that the file names. Whether that key is the bureau's, its reader has to ask.
 */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { verifiedCheckpoint } from "#server/audit/checkpoints.ts";
import { EXPORT_FORMAT, type ExportedLink, type ExportLine } from "./export-chain.ts";

export type ExportVerdict = {
  links: number;
  checkpoints: number;
  /** SHA-256 of the public key. */
  key: string | null;
  /** Null when nothing has been changed. */
  broken: string | null;
};

export async function verifyExport(path: string): Promise<ExportVerdict> {
  const reading = new Reading();
  let line = 0;
  // One line at a time, however long the history is.
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Infinity,
  })) {
    line += 1;
    const problem = reading.problemOf(text);
    if (problem !== null) return reading.verdict(`Line ${line}: ${problem}`);
  }
  return reading.verdict(reading.missingAtEnd());
}

class Reading {
  #key: KeyObject | null = null;
  #head = { seq: 0, hash: "" };
  #checkpoints = 0;
  #hasEnded = false;
  /** Links of events that are gone, until the link that says they were erased. */
  readonly #gone = new Map<number, string>();

  problemOf(text: string): string | null {
    const line = parse(text);
    if (line === null) return "This is no line of an exported audit log.";
    if (this.#hasEnded) return "Something was added after the end.";
    if ("format" in line) return this.#begin(line);
    if (this.#key === null) return "The first line names neither format nor key.";
    if ("link" in line) return this.#problemOfLink(line.link);
    if ("checkpoint" in line) return this.#problemOfCheckpoint(line.checkpoint, this.#key);
    if ("anchor" in line) return this.#problemOfCheckpoint(line.anchor, this.#key);
    return this.#problemOfEnd(line.end, this.#key);
  }

  missingAtEnd(): string | null {
    const { seq } = this.#head;
    if (!this.#hasEnded) return `The file ends too early, after link ${seq}.`;
    const [gone] = this.#gone.values();
    return gone === undefined ? null : `${gone} was deleted.`;
  }

  verdict(broken: string | null): ExportVerdict {
    const key = this.#key?.export({ type: "spki", format: "der" });
    return {
      links: this.#head.seq,
      checkpoints: this.#checkpoints,
      key: key ? createHash("sha256").update(key).digest("hex") : null,
      broken,
    };
  }

  #begin({ format, publicKey }: Extract<ExportLine, { format: string }>): string | null {
    if (this.#key !== null) return "A second export begins here.";
    if (format !== EXPORT_FORMAT) return `The format ${format} is unknown.`;
    try {
      const key = Buffer.from(publicKey, "base64");
      this.#key = createPublicKey({ key, type: "spki", format: "der" });
      return null;
    } catch {
      return "The key cannot be read.";
    }
  }

  #problemOfLink(link: ExportedLink): string | null {
    const name = `Link ${link.seq} (row ${link.rowId} of ${link.source})`;
    const expected = this.#head.seq + 1;
    if (link.seq !== expected) return `Link ${expected} is missing.`;
    if (linkHash(this.#head.hash, link) !== link.hash)
      return `${name} does not follow from the one before it.`;
    if (link.erases !== null) this.#gone.delete(link.erases);
    else if (link.event === null) this.#gone.set(link.seq, name);
    if (link.event !== null && sha256(link.event + link.epoch) !== link.rowHash)
      return `${name} was changed after it was written.`;
    this.#head = { seq: link.seq, hash: link.hash };
    return null;
  }

  #problemOfCheckpoint(text: string, key: KeyObject): string | null {
    const checkpoint = verifiedCheckpoint(text, key);
    if (checkpoint === null) return "The checkpoint is not signed with the key of this file.";
    const { seq, hash } = this.#head;
    if (checkpoint.seq > seq)
      return `The chain ends at link ${seq}, and had reached ${checkpoint.seq} at ${checkpoint.at}.`;
    if (checkpoint.seq !== seq || checkpoint.hash !== hash)
      return `Link ${seq} contradicts the checkpoint of ${checkpoint.at}.`;
    this.#checkpoints += 1;
    return null;
  }

  #problemOfEnd(text: string, key: KeyObject): string | null {
    this.#hasEnded = true;
    const end = verifiedCheckpoint(text, key);
    if (end === null) return "The end is not signed with the key of this file.";
    const isHere = end.seq === this.#head.seq && end.hash === this.#head.hash;
    return isHere ? null : `The end was signed at link ${end.seq}, not at link ${this.#head.seq}.`;
  }
}

function parse(text: string): ExportLine | null {
  try {
    const line: unknown = JSON.parse(text);
    const isLine =
      typeof line === "object" &&
      line !== null &&
      ["format", "link", "checkpoint", "anchor", "end"].some((kind) => kind in line);
    return isLine ? (line as ExportLine) : null;
  } catch {
    return null;
  }
}

/** As audit_link_hash() does, in the way PostgreSQL writes an array (0002_audit_chain.sql). */
function linkHash(previous: string, link: ExportedLink): string {
  const { seq, source, rowId, caseId, actorId, erases, rowHash } = link;
  const parts = [seq, source, rowId, caseId, actorId, erases].map((part) => JSON.stringify(part));
  return createHash("sha256")
    .update(Buffer.from(previous, "hex"))
    .update(`[${parts.join(", ")}]`)
    .update(Buffer.from(rowHash, "hex"))
    .digest("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
