/** Files that are two things at once, or lie about what is in them; made on the spot from genuine ones. */
import { contentTypes, docxParts, sampleDocx, zipOf } from "#testing/sample-files.ts";

export const MEGABYTE = 1_048_576;
const DIRECTORY_ENTRY = "PK\x01\x02";
const DIRECTORY_END = "PK\x05\x06";

/** The same archive with another kind of document named in its content types. */
export function documentOfType(mainType: string): Promise<Buffer> {
  const types = { name: "[Content_Types].xml", content: contentTypes(mainType) };
  return zipOf([types, { name: "word/document.xml", content: "<document/>" }]);
}

/** Lies about the sizes of the first entry in the directory. */
export function declaring(zip: Buffer, sizes: { packed: number; unpacked: number }): Buffer {
  const lying = Buffer.from(zip);
  const at = lying.indexOf(DIRECTORY_ENTRY, 0, "latin1");
  lying.writeUInt32LE(sizes.packed, at + 20);
  lying.writeUInt32LE(sizes.unpacked, at + 24);
  return lying;
}

/** yazl refuses to write such names, so they are patched in afterwards. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

/** Says of an entry that it is a symbolic link. */
export function linked(zip: Buffer, name: string): Buffer {
  const changed = Buffer.from(zip);
  const entryAt = changed.lastIndexOf(name, undefined, "latin1") - 46;
  changed.writeUInt8(3, entryAt + 5);
  changed.writeUInt32LE((0o120_777 << 16) >>> 0, entryAt + 38);
  return changed;
}

/** Says of every entry that it needs a password. */
export function lockedParts(zip: Buffer): Buffer {
  const locked = Buffer.from(zip);
  let at = locked.indexOf(DIRECTORY_ENTRY, 0, "latin1");
  while (at >= 0) {
    locked.writeUInt16LE(locked.readUInt16LE(at + 8) | 1, at + 8);
    at = locked.indexOf(DIRECTORY_ENTRY, at + 1, "latin1");
  }
  return locked;
}

/**
 * Many entries that quote one and the same packed kernel: each by itself is harmless, together they unpack to more than
 * any disk holds.
 */
export async function quotedBomb(entries: number): Promise<Buffer> {
  const kernel = { name: "word/kernel.xml", content: mixture(MEGABYTE) };
  const zip = await zipOf([...docxParts, kernel]);
  const directoryAt = zip.indexOf(DIRECTORY_ENTRY, 0, "latin1");
  const endAt = zip.indexOf(DIRECTORY_END, 0, "latin1");
  const kernelAt = zip.lastIndexOf(DIRECTORY_ENTRY, endAt, "latin1");
  const quotes = Array.from({ length: entries }, (_, index) => {
    const quote = Buffer.from(zip.subarray(kernelAt, endAt));
    quote.write(String(index).padStart(6, "0"), 46, "latin1");
    return quote;
  });
  const directory = Buffer.concat([zip.subarray(directoryAt, endAt), ...quotes]);
  const end = Buffer.from(zip.subarray(endAt));
  const count = docxParts.length + 1 + entries;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([zip.subarray(0, directoryAt), directory, end]);
}

/** Unpacks to about eighty times its size: less than what any single part may. */
function mixture(bytes: number): Buffer {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 512) content.writeUInt32LE((at * 2_654_435_761) >>> 0, at);
  return content;
}

/** An archive in an archive in a document, the innermost of them all zeros. */
export async function nestedBomb(): Promise<Buffer> {
  const inner = await zipOf([{ name: "zeros", content: Buffer.alloc(8 * MEGABYTE) }]);
  const middle = await zipOf(
    Array.from({ length: 100 }, (_, index) => ({ name: `${index}.zip`, content: inner })),
  );
  return sampleDocx([{ name: "word/embeddings/middle.zip", content: middle }]);
}

/** A genuine GIF that is also a script: its comment begins where its header has opened one. */
export function gifWithComment(gif: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment, "latin1").subarray(0, 255);
  const extension = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]);
  const colours = gif.readUInt8(10);
  const afterHeader = 13 + (colours & 0x80 ? 3 * 2 ** ((colours & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, afterHeader), extension, gif.subarray(afterHeader)]);
}

/** A genuine JPEG with a comment segment right behind its beginning. */
export function jpegWithComment(jpeg: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** Announces other pixels than it has. */
export function jpegOfSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frameAt = [0xc0, 0xc2]
    .map((marker) => changed.indexOf(Buffer.from([0xff, marker, 0x00, 0x11])))
    .find((at) => at >= 0);
  if (frameAt === undefined) throw new Error("This JPEG has no frame");
  changed.writeUInt16BE(height, frameAt + 5);
  changed.writeUInt16BE(width, frameAt + 7);
  return changed;
}

export function gifOfSize(gif: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(gif);
  changed.writeUInt16LE(width, 6);
  changed.writeUInt16LE(height, 8);
  return changed;
}

/** A WebP of the extended kind with a canvas of this size. */
export function webpOfSize(webp: Buffer, width: number, height: number): Buffer {
  const canvas = Buffer.alloc(18);
  canvas.write("VP8X", 0, "latin1");
  canvas.writeUInt32LE(10, 4);
  canvas.writeUIntLE(width - 1, 12, 3);
  canvas.writeUIntLE(height - 1, 15, 3);
  const body = Buffer.concat([Buffer.from("WEBP"), canvas, webp.subarray(12)]);
  const head = Buffer.alloc(8);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** As a bank sends its statements: readable only with a password. */
export const encryptedPdf = Buffer.from(
  "%PDF-1.6\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n" +
    "trailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O(x)/U(x)>>/ID[<00><00>]>>\n%%EOF\n",
);
