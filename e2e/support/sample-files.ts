/** Real files, made while the journeys run: what a family would upload. */
import { randomBytes } from "node:crypto";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { sampleDocx, sampleImage } from "server/testing/sample-files.ts";

export interface SampleFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const MEGABYTE = 1024 * 1024;

/** Pages to leaf through in the viewer; with `megabytes` it has the weight of a scan. */
export async function makePdf(
  name: string,
  options: { megabytes?: number } = {},
): Promise<SampleFile> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const number of [1, 2, 3]) {
    pdf.addPage([595, 842]).drawText(`Specimen, page ${number}`, { x: 60, y: 760, size: 20, font });
  }
  const ballast = randomBytes(Math.round((options.megabytes ?? 0) * MEGABYTE));
  if (ballast.length > 0) {
    await pdf.attach(ballast, "scan.bin", { mimeType: "application/octet-stream" });
  }
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await pdf.save()) };
}

export async function makeJpeg(name: string): Promise<SampleFile> {
  const buffer = await sampleImage("jpeg", { width: 1200, height: 900 });
  return { name, mimeType: "image/jpeg", buffer };
}

/** A Word document; its name is Arabic unless said otherwise, as that of many a family's papers. */
export async function makeDocx(name = "شهادة الميلاد.docx"): Promise<SampleFile> {
  const mimeType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  return { name, mimeType, buffer: await sampleDocx() };
}
