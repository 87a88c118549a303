/** What an image says about itself; no pixel is decoded, however many there are. */
import type { Metadata } from "sharp";

/** The library weighs 17 MB, so it is loaded for the first image (decisions/0012). */
export async function readImageHeader(image: Buffer): Promise<Metadata> {
  const { default: sharp } = await import("sharp");
  return sharp(image, { limitInputPixels: false }).metadata();
}
