/** Avatars are drawn anew: nothing of the original file but its picture survives (asvs 57). */
import sharp from "sharp";
import { imageSlots, MAX_PIXELS } from "./inspect-image.ts";

const SIDE_PIXELS = 512;

export const AVATAR_MIME_TYPE = "image/webp";

/** Null when the picture cannot be decoded. */
export function redrawAvatar(readOriginal: () => Promise<Buffer>): Promise<Buffer | null> {
  return imageSlots.run(async () => {
    const original = await readOriginal();
    return sharp(original, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: "cover" })
      .webp({ quality: 82 })
      .toBuffer()
      .catch(() => null);
  });
}
