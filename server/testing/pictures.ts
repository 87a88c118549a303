/** Pictures of screens: packed small enough for the repository, and compared with those that are there. */
import sharp from "sharp";

export const MOST_PICTURE_BYTES = 120_000;
/** A pixel counts as another when it differs by more than packing does. */
const NOTICEABLE = 32;

/** As good as fits. */
export async function packPicture(png: Buffer): Promise<Buffer> {
  for (const quality of [82, 70, 58, 46, 34, 20]) {
    const packed = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (packed.length <= MOST_PICTURE_BYTES) return packed;
  }
  throw new Error("The picture does not fit");
}

/** The share of pixels that differ; all of them when the sizes do. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(pixelsOf));
  if (a === undefined || b === undefined || a.data.length !== b.data.length) return 1;
  if (a.info.width !== b.info.width) return 1;
  let different = 0;
  for (let at = 0; at < a.data.length; at += 3)
    if ([0, 1, 2].some((c) => Math.abs((a.data[at + c] ?? 0) - (b.data[at + c] ?? 0)) > NOTICEABLE))
      different += 1;
  return (different * 3) / a.data.length;
}

function pixelsOf(picture: Buffer) {
  return sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}
