/** Opens a photo or scan in grey, upright as its camera says. */
import sharp from "sharp";
import type { GreyPicture } from "./grey-picture.ts";

const MOST_PIXELS = 50_000_000;

export class PictureTooLarge extends Error {}

export async function openPicture(bytes: Uint8Array): Promise<GreyPicture> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS) throw new PictureTooLarge();
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .flatten({ background: "white" })
    .toColourspace("b-w")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 1) throw new Error("The picture is not grey.");
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width: info.width, height: info.height, pixels };
}
