/** One PDF of several pages; fetched only when a document gets its second. */
import { PDFDocument } from "@cantoo/pdf-lib";

const POINTS_PER_MM = 72 / 25.4;
const SHORT_SIDE = 210 * POINTS_PER_MM;
const LONG_SIDE = 297 * POINTS_PER_MM;
const MARGIN = 8 * POINTS_PER_MM;

/** Each picture on a sheet of A4, upright or across as the picture is, as large as the margin leaves it. */
export async function pdfOf(pictures: readonly Blob[]): Promise<Blob> {
  const pdf = await PDFDocument.create();
  for (const picture of pictures) {
    const image = await pdf.embedJpg(await picture.arrayBuffer());
    const sheet: [number, number] =
      image.width > image.height ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
    const [width, height] = sheet;
    const { width: across, height: down } = image.scaleToFit(
      width - 2 * MARGIN,
      height - 2 * MARGIN,
    );
    pdf.addPage(sheet).drawImage(image, {
      x: (width - across) / 2,
      y: (height - down) / 2,
      width: across,
      height: down,
    });
  }
  return new Blob([new Uint8Array(await pdf.save())], { type: "application/pdf" });
}
