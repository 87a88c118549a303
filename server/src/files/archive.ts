/** The files of a stored ZIP, read where they lie: nothing is unpacked, and what is strange about one is said. */
import { Readable } from "node:stream";
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from "yauzl";
import { acceptsName, extensionOf, uploadRules } from "contract/files";
import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { decrypt, type EncryptedObject } from "./encryption.ts";
import { openStoredFile } from "./open.ts";

/** The place in the archive, from 1; `strange` is why this one must stay outside. */
export type ArchiveEntry = { number: number; path: string; size: number; strange: string | null };
export type Archive = {
  entries: readonly ArchiveEntry[];
  read(number: number): Promise<Readable>;
};

/** An archive that cannot be read, with its reason. */
export class BadArchive extends Error {}

const MOST_ENTRIES = 5000;
const MOST_RATIO = 100;
const PASSED_OVER = /(^|\/)(__MACOSX(\/|$)|\.DS_Store$|Thumbs\.db$)/i;
const ARCHIVES = new Set("zip rar 7z tar gz tgz bz2 xz jar iso".split(" "));
const FILE_KIND = 0o170_000;
const LINK = 0o120_000;

const strangeNames = {
  outside: "The name leads out of the archive",
  link: "A link is not a file",
  locked: "The file is locked with a password",
  archive: "An archive in the archive is not opened",
  unpacked: "The file is too large when unpacked.",
} as const;

export async function openArchive(file: StoredFileRow): Promise<Archive> {
  const object = await openStoredFile(file);
  const found = new Map<number, Entry>();
  const entries: ArchiveEntry[] = [];
  const zip = await openZip(object);
  if (zip.entryCount > MOST_ENTRIES) throw new BadArchive("More than 5,000 files.");
  try {
    let number = 0;
    for await (const entry of zip.eachEntry()) {
      number += 1;
      const path = nameOf(entry).replaceAll("\\", "/");
      if (path.endsWith("/") || PASSED_OVER.test(path)) continue;
      found.set(number, entry);
      entries.push({ number, path, size: entry.uncompressedSize, strange: strangeAt(entry, path) });
    }
  } catch {
    throw new BadArchive("The file is damaged.");
  }
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > object.size * MOST_RATIO) throw new BadArchive(strangeNames.unpacked);
  if (entries.length === 0) throw new BadArchive("The file is empty.");
  return {
    entries,
    async read(at) {
      const entry = found.get(at);
      if (!entry) throw new BadArchive("The file is damaged.");
      return zip.openReadStreamPromise(entry);
    },
  };
}

async function openZip(object: EncryptedObject): Promise<ZipFile> {
  try {
    // Names are judged here: the reader would end at the first strange one.
    return await fromRandomAccessReaderPromise(new StoredReader(object), object.size, {
      decodeStrings: false,
      autoClose: false,
    });
  } catch {
    throw new BadArchive("The file is damaged.");
  }
}

/** Verifies each piece that it decrypts. */
class StoredReader extends RandomAccessReader {
  readonly #object: EncryptedObject;

  constructor(object: EncryptedObject) {
    super();
    this.#object = object;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(decrypt(this.#object, { start, end: end - 1 }), { objectMode: false });
  }
}

/** Mac OS writes UTF-8 without saying so. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw);
  } catch {
    return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
}

function strangeAt(entry: Entry, path: string): string | null {
  const { uncompressedSize, compressedSize, externalFileAttributes } = entry;
  const kind = (externalFileAttributes >>> 16) & FILE_KIND;
  if (/^(\/|[a-z]:)/i.test(path) || path.split("/").includes("..")) return strangeNames.outside;
  if (kind === LINK) return strangeNames.link;
  if (entry.isEncrypted()) return strangeNames.locked;
  if (ARCHIVES.has(extensionOf(path))) return strangeNames.archive;
  const ratio = uncompressedSize / Math.max(1, compressedSize);
  if (ratio > MOST_RATIO) return strangeNames.unpacked;
  return refusalByName(path, uncompressedSize);
}

/** What the upload would refuse by its name and size alone. */
function refusalByName(path: string, size: number): string | null {
  const rule = uploadRules.caseDocument;
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!acceptsName(rule, name)) return rule.unsupported.replace("{name}", () => name);
  return size > rule.maxBytes ? rule.tooLarge.replace("{name}", () => name) : null;
}
