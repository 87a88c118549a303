/** Photos as they go on paper: upright, fine enough to print, without what the camera has noted (W-DOS-025). */
import sharp from "sharp";
import { A4 } from "./page-place.ts";

/** A4 at 200 dpi. */
const LONG_SIDE = Math.round((A4.long / 72) * 200);
const SHORT_SIDE = Math.round((A4.short / 72) * 200);
const QUALITY = 80;

export type Picture = { jpeg: Buffer; width: number; height: number };

sharp.cache(false);
sharp.concurrency(1);

export async function drawPicture(bytes: Uint8Array): Promise<Picture> {
  const upright = sharp(bytes, { sequentialRead: true }).autoOrient();
  const { autoOrient } = await sharp(bytes).metadata();
  const isLying = autoOrient.width > autoOrient.height;
  const { data, info } = await upright
    .resize({
      width: isLying ? LONG_SIDE : SHORT_SIDE,
      height: isLying ? SHORT_SIDE : LONG_SIDE,
      fit: "inside",
      withoutEnlargement: true,
    })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
