/**
 * The old Word format: a compound file (a small file system, [MS-CFB]) whose root holds a stream called WordDocument.
 * The same container also carries .xls, .ppt, .msi and password-protected files, so the signature alone says nothing.
 * One with macros holds them in a stream of their own, and is refused like a new one with macros (asvs 49).
 */
import type { PlainSource } from "./plain-source.ts";

const SIGNATURE = Buffer.from("D0CF11E0A1B11AE1", "hex");
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const STREAM_ENTRY = 2;
const WORDS = "WordDocument";
const MACROS = "_VBA_PROJECT";
const TABLE_POINTERS_IN_HEADER = 109;
/** Sector numbers from here on are marks such as "end of chain". */
const FIRST_MARK = 0xfffffffa;
/** Two thousand sectors of entries are far more than Word ever writes, and end a chain that runs in a circle. */
const MAX_DIRECTORY_SECTORS = 2000;
const MAX_TABLE_SECTORS = 500;

type CompoundFile = { source: PlainSource; sectorBytes: number; tableSectors: number[] };

export async function isWordDocument(source: PlainSource): Promise<boolean> {
  const header = await source.read(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES || !header.subarray(0, 8).equals(SIGNATURE)) return false;
  const sectorShift = header.readUInt16LE(30);
  if (sectorShift !== 9 && sectorShift !== 12) return false;
  const sectorBytes = 2 ** sectorShift;
  const tableSectors = await readTableSectors({ source, sectorBytes, tableSectors: [] }, header);
  return isPlainDirectory({ source, sectorBytes, tableSectors }, header.readUInt32LE(48));
}

/** Where the sector allocation table lies: the first part is in the header, the rest in a chain of its own. */
async function readTableSectors(file: CompoundFile, header: Buffer): Promise<number[]> {
  const sectors = numbersIn(header.subarray(76, 76 + TABLE_POINTERS_IN_HEADER * 4));
  let next = header.readUInt32LE(68);
  while (next < FIRST_MARK && sectors.length < MAX_TABLE_SECTORS) {
    const numbers = numbersIn(await readSector(file, next));
    next = numbers.pop() ?? FIRST_MARK;
    sectors.push(...numbers);
  }
  return sectors.filter((sector) => sector < FIRST_MARK);
}

async function isPlainDirectory(file: CompoundFile, firstSector: number): Promise<boolean> {
  let holdsWord = false;
  let sector = firstSector;
  for (let count = 0; sector < FIRST_MARK && count < MAX_DIRECTORY_SECTORS; count += 1) {
    const bytes = await readSector(file, sector);
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const name = streamName(bytes.subarray(at, at + ENTRY_BYTES));
      if (name === MACROS) return false;
      if (name === WORDS) holdsWord = true;
    }
    sector = await nextSector(file, sector);
  }
  return holdsWord;
}

function streamName(entry: Buffer): string | null {
  const nameBytes = entry.readUInt16LE(64);
  if (entry[66] !== STREAM_ENTRY || nameBytes < 2 || nameBytes > 64) return null;
  return entry.toString("utf16le", 0, nameBytes - 2);
}

async function nextSector(file: CompoundFile, sector: number): Promise<number> {
  const perSector = file.sectorBytes / 4;
  const tableSector = file.tableSectors[Math.floor(sector / perSector)];
  if (tableSector === undefined) return FIRST_MARK;
  return numbersIn(await readSector(file, tableSector))[sector % perSector] ?? FIRST_MARK;
}

function readSector(file: CompoundFile, sector: number): Promise<Buffer> {
  return file.source.read((sector + 1) * file.sectorBytes, file.sectorBytes);
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) =>
    bytes.readUInt32LE(at * 4),
  );
}
