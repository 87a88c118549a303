/** What stands inside a backup, one after the other: each frame is a letter, a length and its content. */
import { Readable } from "node:stream";
import { createByteReader } from "#server/files/byte-reader.ts";
import type { StorageDriver } from "#server/integrations/storage/storage.ts";
import { BackupError } from "./backup-error.ts";

export type AppliedMigration = { id: number; name: string; checksum: string };
export type BackedUpTable = { name: string; columns: string[] };

export type BackupHeader = {
  /** Of the database, in its own time. */
  madeAt: string;
  migrations: AppliedMigration[];
  tables: BackedUpTable[];
};

/** Stands last, so that a backup which ends too early is noticed even if every chunk of it is genuine. */
export type BackupManifest = {
  /** Table → number of its rows. */
  rows: Record<string, number>;
  objects: number;
  /** Where each identity column goes on. */
  sequences: { name: string; value: string }[];
  /** Storage keys of files whose bytes were not there any more. */
  missing: string[];
};

export type ObjectName = { driver: StorageDriver; key: string };

export type Frame =
  | { kind: "header"; header: BackupHeader }
  | { kind: "rows"; table: string; count: number; json: string }
  | { kind: "object"; object: ObjectName }
  | { kind: "bytes"; bytes: Buffer }
  | { kind: "objectEnd" }
  | { kind: "manifest"; manifest: BackupManifest };

const LENGTH_BYTES = 4;
const letters = {
  header: "h",
  rows: "r",
  object: "o",
  bytes: "b",
  objectEnd: "e",
  manifest: "m",
} as const;

export function toBuffer(frame: Frame): Buffer {
  const content = contentOf(frame);
  const head = Buffer.alloc(1 + LENGTH_BYTES);
  head.write(letters[frame.kind], "latin1");
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

export async function* readFrames(
  plain: AsyncIterable<Buffer>,
): AsyncGenerator<Frame, void, undefined> {
  const reader = createByteReader(Readable.from(plain, { objectMode: true }));
  for (;;) {
    const head = await reader.take(1 + LENGTH_BYTES);
    if (head.length === 0) return;
    if (head.length < 1 + LENGTH_BYTES) throw new BackupError("The backup ends too early.");
    const length = head.readUInt32BE(1);
    const content = await reader.take(length);
    if (content.length < length) throw new BackupError("The backup ends too early.");
    yield frameOf(head.toString("latin1", 0, 1), content);
  }
}

function contentOf(frame: Frame): Buffer {
  switch (frame.kind) {
    case "header":
      return Buffer.from(JSON.stringify(frame.header));
    case "rows":
      return Buffer.from(`${frame.table} ${frame.count} ${frame.json}`);
    case "object":
      return Buffer.from(JSON.stringify(frame.object));
    case "bytes":
      return frame.bytes;
    case "objectEnd":
      return Buffer.alloc(0);
    case "manifest":
      return Buffer.from(JSON.stringify(frame.manifest));
  }
}

function frameOf(letter: string, content: Buffer): Frame {
  switch (letter) {
    case letters.header:
      return { kind: "header", header: JSON.parse(content.toString()) as BackupHeader };
    case letters.rows: {
      const [, table = "", count = "", json = ""] =
        /^(\S+) (\d+) (.*)$/s.exec(content.toString()) ?? [];
      return { kind: "rows", table, count: Number(count), json };
    }
    case letters.object:
      return { kind: "object", object: JSON.parse(content.toString()) as ObjectName };
    case letters.bytes:
      return { kind: "bytes", bytes: content };
    case letters.objectEnd:
      return { kind: "objectEnd" };
    case letters.manifest:
      return { kind: "manifest", manifest: JSON.parse(content.toString()) as BackupManifest };
    default:
      throw new BackupError("The backup was made by a newer version of the portal.");
  }
}
