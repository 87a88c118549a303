/**
 * The 37 characters of the lines as grey pictures, drawn by `scripts/draw-glyphs.ts`; glyphs.md says from what. Each is
 * kept as the difference to its mean, of length one: so the comparison with a cell is a sum of products.
 */
import { readFileSync } from "node:fs";

export const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<";
export const GLYPH_WIDTH = 22;
export const GLYPH_HEIGHT = 34;
const WHITE = 255;
const BYTES = GLYPH_WIDTH * GLYPH_HEIGHT;

export interface Glyphs {
  fine: Float32Array[];
  /** Half as wide and half as high. */
  coarse: Float32Array[];
}

/** As drawn, and as seen by a lens that is out of focus. */
export const softnesses = [0, 1, 2] as const;
export type Softness = (typeof softnesses)[number];

let loaded: Glyphs[] | null = null;

export function loadGlyphs(softness: Softness): Glyphs {
  loaded ??= prepare(readFileSync(new URL("./glyphs.bin", import.meta.url)));
  return loaded[softness]!;
}

function prepare(table: Uint8Array): Glyphs[] {
  const drawn = Array.from(CHARACTERS, (_, index) =>
    Float32Array.from(table.subarray(index * BYTES, (index + 1) * BYTES)),
  );
  return softnesses.map((softness) => {
    const pictures = drawn.map((picture) => softened(picture, softness));
    return {
      fine: pictures.map(ofLengthOne),
      coarse: pictures.map((picture) => ofLengthOne(halved(picture, GLYPH_WIDTH))),
    };
  });
}

/** So many times the mean with the pixels around. */
function softened(picture: Float32Array, times: number): Float32Array {
  if (times === 0) return picture;
  const grey = (x: number, y: number) =>
    x < 0 || y < 0 || x >= GLYPH_WIDTH || y >= GLYPH_HEIGHT ? WHITE : picture[y * GLYPH_WIDTH + x]!;
  const soft = picture.map((_, index) => {
    const [x, y] = [index % GLYPH_WIDTH, Math.floor(index / GLYPH_WIDTH)];
    let sum = 0;
    for (const row of [y - 1, y, y + 1]) sum += grey(x - 1, row) + grey(x, row) + grey(x + 1, row);
    return sum / 9;
  });
  return softened(soft, times - 1);
}

/** Both sides are even. */
export function halved(picture: Float32Array, width: number): Float32Array {
  const half = width / 2;
  const result = new Float32Array(picture.length / 4);
  for (let index = 0; index < result.length; index += 1) {
    const from = Math.floor(index / half) * 2 * width + (index % half) * 2;
    result[index] =
      (picture[from]! + picture[from + 1]! + picture[from + width]! + picture[from + width + 1]!) /
      4;
  }
  return result;
}

function ofLengthOne(picture: Float32Array): Float32Array {
  const mean = picture.reduce((sum, value) => sum + value, 0) / picture.length;
  const length = Math.hypot(...picture.map((value) => value - mean));
  return picture.map((value) => (value - mean) / length);
}
