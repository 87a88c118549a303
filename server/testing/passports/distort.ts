/** What cameras, scanners, lamps and hands do to a page. */
import sharp from "sharp";
import {
  type GreyPicture,
  greyAt,
  type Point,
} from "#server/modules/readings/lines/grey-picture.ts";
import type { SeededRandom } from "./seeded-random.ts";

const DESK = 120;

export interface Bend {
  /** Degrees. */
  tilt?: number;
  /** How much shorter the far side is. */
  perspective?: number;
  /** How far the middle of the page rises, of its height. */
  curve?: number;
}

/** On a desk, with room around it. */
export function bent(
  page: GreyPicture,
  { tilt = 0, perspective = 0, curve = 0 }: Bend,
): GreyPicture {
  const room = 1.04 + Math.abs(Math.sin((tilt * Math.PI) / 180)) * 0.9;
  const width = Math.round(page.width * room);
  const height = Math.round(page.height * (room + Math.abs(curve)));
  const [sin, cos] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
  const source = (x: number, y: number): Point => {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const u = (dx * cos + dy * sin) / page.width;
    const v = (-dx * sin + dy * cos) / page.height;
    // Seen from one corner: what is farther right and up is smaller.
    const depth = 1 + perspective * (u - 0.6 * v);
    const across = u * depth;
    const along = v * depth + curve * (0.25 - u * u) * 1.2;
    return { x: (across + 0.5) * page.width, y: (along + 0.5) * page.height };
  };
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = source(x, y);
      const isPage = from.x >= 0 && from.y >= 0 && from.x < page.width && from.y < page.height;
      pixels[y * width + x] = isPage ? greyAt(page, from.x, from.y) : DESK;
    }
  }
  return { width, height, pixels };
}

/** Each pixel anew. */
export function changed(
  { width, height, pixels }: GreyPicture,
  change: (grey: number, x: number, y: number) => number,
): GreyPicture {
  const result = Uint8ClampedArray.from(pixels, (grey, pixel) =>
    change(grey, (pixel % width) / width, Math.floor(pixel / width) / height),
  );
  return { width, height, pixels: new Uint8Array(result.buffer) };
}

export const noisy = (picture: GreyPicture, spread: number, random: SeededRandom): GreyPicture =>
  changed(picture, (grey) => grey + spread * random.normal());

export const dark = (picture: GreyPicture, share: number): GreyPicture =>
  changed(picture, (grey) => grey * share);

/** A lamp that shines back, in shares of the picture. */
export const glare = (
  picture: GreyPicture,
  { x, y, size }: Point & { size: number },
): GreyPicture =>
  changed(
    picture,
    (grey, u, v) => grey + 260 * Math.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * size ** 2)),
  );

/** The edge of a hand's shadow, over the lines too. */
export const shadowed = (picture: GreyPicture, from: number): GreyPicture =>
  changed(picture, (grey, u, v) => (u + 0.35 * v > from ? grey * 0.5 : grey));

export async function blurred(picture: GreyPicture, sigma: number): Promise<GreyPicture> {
  const { width, height, pixels } = picture;
  const data = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .toColourspace("b-w")
    .raw()
    .toBuffer();
  return { width, height, pixels: new Uint8Array(data) };
}
