/**
 * The new Word format: a ZIP of XML parts. Its directory is read before anything is unpacked, so that a bomb stays
 * packed (asvs 49); only the small part that names the content types is read, to tell a document from a macro carrier.
 */
import { Readable } from "node:stream";
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import { collect, type PlainSource } from "./plain-source.ts";

const MAX_ENTRIES = 2000;
const MAX_DECLARED_BYTES = 100 * 1_048_576;
const MAX_RATIO = 200;
const MAX_CONTENT_TYPES_BYTES = 1_048_576;
const CONTENT_TYPES = "[Content_Types].xml";
const MAIN_PART =
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const SYMBOLIC_LINK = 0o120000;
const FILE_TYPE_BITS = 0o170000;
const LOCAL_HEADER = Buffer.from("PK\x03\x04", "latin1");

export async function isPlainDocx(source: PlainSource): Promise<boolean> {
  // A document begins with its first part; anything before it would be a second file in the same bytes.
  if (!(await source.read(0, LOCAL_HEADER.length)).equals(LOCAL_HEADER)) return false;
  const zip = await openZip(source);
  if (!zip) return false;
  try {
    const entries = await readDirectory(zip);
    const contentTypes = entries?.get(CONTENT_TYPES);
    if (!contentTypes || contentTypes.uncompressedSize > MAX_CONTENT_TYPES_BYTES) return false;
    const xml = await readPart(zip, contentTypes);
    return xml.includes(MAIN_PART) && !/macroEnabled|vbaProject/i.test(xml);
  } catch {
    // yauzl refuses absolute names, "..", encrypted parts and contradictions between directory and content.
    return false;
  } finally {
    zip.close();
  }
}

async function openZip(source: PlainSource): Promise<ZipFile | null> {
  try {
    const options = { strictFileNames: true, autoClose: false };
    return await fromRandomAccessReaderPromise(new SourceReader(source), source.size, options);
  } catch {
    return null;
  }
}

/** Nothing when one of the entries must not be there. */
async function readDirectory(zip: ZipFile): Promise<Map<string, Entry> | null> {
  if (zip.entryCount > MAX_ENTRIES) return null;
  const entries = new Map<string, Entry>();
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    declaredBytes += entry.uncompressedSize;
    if (declaredBytes > MAX_DECLARED_BYTES) return null;
    if (isHarmful(entry) || entries.has(entry.fileName)) return null;
    entries.set(entry.fileName, entry);
  }
  return entries;
}

function isHarmful(entry: Entry): boolean {
  return (
    entry.uncompressedSize > MAX_RATIO * Math.max(1, entry.compressedSize) ||
    entry.isEncrypted() ||
    ((entry.externalFileAttributes >>> 16) & FILE_TYPE_BITS) === SYMBOLIC_LINK ||
    /(^|\/)vba(project|data)[^/]*$/i.test(entry.fileName)
  );
}

async function readPart(zip: ZipFile, entry: Entry): Promise<string> {
  return (await collect(await zip.openReadStreamPromise(entry))).toString("utf8");
}

class SourceReader extends RandomAccessReader {
  readonly #source: PlainSource;

  constructor(source: PlainSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const source = this.#source;
    return Readable.from(
      (async function* () {
        for (let at = start; at < end; at += 65_536) {
          yield await source.read(at, Math.min(65_536, end - at));
        }
      })(),
    );
  }
}
