/** Dark, connected spots of about the size of a letter: what is darker than the light around it. */
import type { GreyPicture } from "./grey-picture.ts";

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How dark against the mean of how wide a neighbourhood. */
export interface Darkness {
  share: number;
  radius: number;
}

const SMALLEST = 6;
const LARGEST = 70;

export const heightOf = (box: Box): number => box.bottom - box.top;
export const widthOf = (box: Box): number => box.right - box.left;
export const middleOf = (box: Box) => ({
  x: (box.left + box.right) / 2,
  y: (box.top + box.bottom) / 2,
});

export function findBoxes(picture: GreyPicture, darkness: Darkness): Box[] {
  const dark = darkPixels(picture, darkness);
  const { width, height } = picture;
  const stack = new Int32Array(width * height);
  const boxes: Box[] = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] === 0) continue;
    const box = surround(start, { dark, stack, width, height });
    const tall = heightOf(box);
    if (tall >= SMALLEST && tall <= LARGEST && widthOf(box) <= 6 * tall) boxes.push(box);
  }
  return boxes;
}

type Field = { dark: Uint8Array; stack: Int32Array; width: number; height: number };

/** Empties the spot and says how far it reached. */
function surround(start: number, { dark, stack, width, height }: Field): Box {
  let depth = 0;
  stack[depth++] = start;
  dark[start] = 0;
  let [left, right] = [start % width, start % width];
  let top = (start - left) / width;
  let bottom = top;
  while (depth > 0) {
    const pixel = stack[--depth]!;
    const x = pixel % width;
    const y = (pixel - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
    for (let ny = y > 0 ? y - 1 : 0; ny <= y + 1 && ny < height; ny += 1) {
      for (let nx = x > 0 ? x - 1 : 0; nx <= x + 1 && nx < width; nx += 1) {
        const neighbour = ny * width + nx;
        if (dark[neighbour] === 0) continue;
        dark[neighbour] = 0;
        stack[depth++] = neighbour;
      }
    }
  }
  return { left, right: right + 1, top, bottom: bottom + 1 };
}

function darkPixels(picture: GreyPicture, { share, radius }: Darkness): Uint8Array {
  const { width, height, pixels } = picture;
  const sums = sumsOf(picture);
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const upper = Math.max(0, y - radius) * (width + 1);
    const lower = Math.min(height, y + radius + 1);
    const tall = lower - Math.max(0, y - radius);
    for (let x = 0; x < width; x += 1) {
      const left = x > radius ? x - radius : 0;
      const right = x + radius + 1 < width ? x + radius + 1 : width;
      const under = lower * (width + 1);
      const sum =
        sums[under + right]! - sums[under + left]! - sums[upper + right]! + sums[upper + left]!;
      if (pixels[y * width + x]! * tall * (right - left) < share * sum) dark[y * width + x] = 1;
    }
  }
  return dark;
}

/** Of everything above and to the left of each corner. */
function sumsOf({ width, height, pixels }: GreyPicture): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += pixels[y * width + x]!;
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}
