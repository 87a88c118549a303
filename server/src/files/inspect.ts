/** Is a file what its name says? Nothing of what the client has sent is believed before this has looked (security.md 5.2). */
import type { FileFormat, FormatName } from "./formats.ts";
import { isWordDocument } from "./inspect-doc.ts";
import { isPlainDocx } from "./inspect-docx.ts";
import { isImageOf } from "./inspect-image.ts";
import { isPlainText } from "./inspect-text.ts";
import type { PlainSource } from "./plain-source.ts";

/** The first look needs no more than this (security.md 5.2 step 3). */
export const HEAD_BYTES = 65_536;

/** What file-type may say about the head of each format; undefined where it knows no signature. */
const detectedTypes: Record<FormatName, readonly (string | undefined)[]> = {
  pdf: ["application/pdf"],
  doc: ["application/x-cfb"],
  docx: [
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    // The part that tells them apart may stand at the end of the file.
    "application/zip",
  ],
  jpeg: ["image/jpeg"],
  png: ["image/png"],
  webp: ["image/webp"],
  gif: ["image/gif"],
  heic: ["image/heic", "image/heif", "image/heic-sequence", "image/heif-sequence"],
  svg: [undefined, "application/xml"],
  txt: [undefined],
  // What is inside is read apart, and told as the reason why it cannot be.
  csv: [undefined],
  xlsx: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel.sheet.macroenabled.12",
    "application/zip",
  ],
  zip: ["application/zip"],
};

const PDF_START = Buffer.from("%PDF-");

/** Refuses most wrong files as soon as their first bytes are here, before the rest is read. */
export async function headFits(format: FileFormat, head: Buffer): Promise<boolean> {
  if (head.length === 0) return false;
  if (format.name === "pdf") return head.subarray(0, PDF_START.length).equals(PDF_START);
  const { fileTypeFromBuffer } = await import("file-type");
  const detected = await fileTypeFromBuffer(head).catch(() => undefined);
  return detectedTypes[format.name].includes(detected?.mime);
}

/** Both looks, at a file that is here as a whole. */
export async function contentFits(format: FileFormat, source: PlainSource): Promise<boolean> {
  const head = await source.read(0, HEAD_BYTES);
  return (await headFits(format, head)) && (await wholeFits(format, source));
}

/** The second look, once all bytes are here and the first ones have been looked at. */
export async function wholeFits(format: FileFormat, source: PlainSource): Promise<boolean> {
  switch (format.name) {
    case "pdf":
    case "csv":
    case "xlsx":
    case "zip":
      return true;
    case "doc":
      return isWordDocument(source);
    case "docx":
      return isPlainDocx(source);
    case "txt":
      return isPlainText(source);
    case "svg":
      // What it draws is found out where it is drawn.
      return (await source.read(0, source.size)).includes("<svg");
    case "jpeg":
    case "png":
    case "webp":
    case "gif":
    case "heic":
      return isImageOf(format.name, source);
  }
}
