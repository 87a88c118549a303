/** Genuine files of every kind the portal takes, made on the spot, and the parts to build hostile ones from. */
import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { ZipFile } from "yazl";

/** A readable PDF of about the wanted size; the filling is a comment behind its end. */
export async function samplePdf(size = 0): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([200, 200]).drawText("Specimen");
  const bytes = Buffer.from(await document.save());
  return Buffer.concat([bytes, randomBytes(Math.max(0, size - bytes.length))]);
}

export type SampleImageFormat = "jpeg" | "png" | "webp" | "gif" | "avif";

export function sampleImage(
  format: SampleImageFormat,
  size = { width: 160, height: 120 },
): Promise<Buffer> {
  const pixels = randomBytes(size.width * size.height * 3);
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** What a telephone writes: the same container as AVIF under the other brand. */
export async function sampleHeic(size?: { width: number; height: number }): Promise<Buffer> {
  const bytes = await sampleImage("avif", size);
  bytes.write("heic", 8, "latin1");
  bytes.write("mif1", 16, "latin1");
  return bytes;
}

/** A picture of any size that claims its pixels without having them. */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, pngChunk("IHDR", header), pngChunk("IDAT", Buffer.alloc(16))]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

export type ZipPart = {
  name: string;
  content?: string | Buffer;
  mode?: number;
  isStored?: boolean;
};

const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

export function contentTypes(mainType = MAIN): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`;
}

const document =
  '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Specimen</w:t></w:r></w:p></w:body></w:document>';

export const docxParts: ZipPart[] = [
  { name: "[Content_Types].xml", content: contentTypes() },
  { name: "_rels/.rels", content: "<Relationships/>" },
  { name: "word/document.xml", content: document },
];

export function sampleDocx(extraParts: ZipPart[] = []): Promise<Buffer> {
  return zipOf([...docxParts, ...extraParts]);
}

export async function zipOf(parts: ZipPart[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content = "", mode, isStored } of parts) {
    const options = { compress: !isStored, ...(mode !== undefined && { mode }) };
    zip.addBuffer(Buffer.from(content), name, options);
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** A compound file of one directory chain and one table sector, holding streams of these names. */
export function compoundFile(streams: string[], filling = 0): Buffer {
  const header = Buffer.alloc(512);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(1, 44);
  // The directory stands behind the filling, as Word leaves it at the end of the file.
  const directoryAt = 1 + filling;
  header.writeUInt32LE(directoryAt, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const entries = [
    directoryEntry("Root Entry", 5),
    ...streams.map((name) => directoryEntry(name, 2)),
  ];
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128));
  const directorySectors = entries.length / 4;
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let sector = 0; sector < directorySectors; sector += 1) {
    const next = sector + 1 === directorySectors ? 0xfffffffe : directoryAt + sector + 1;
    table.writeUInt32LE(next, (directoryAt + sector) * 4);
  }
  return Buffer.concat([header, table, randomBytes(filling * 512), ...entries]);
}

function directoryEntry(name: string, kind: number): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, "utf16le");
  entry.writeUInt16LE((name.length + 1) * 2, 64);
  entry[66] = kind;
  return entry;
}

export function sampleDoc(): Buffer {
  return compoundFile(["1Table", "WordDocument", "\u0005SummaryInformation"], 40);
}

export const sampleSvg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
export const sampleHtml = Buffer.from("<!doctype html><script>alert(document.cookie)</script>");
