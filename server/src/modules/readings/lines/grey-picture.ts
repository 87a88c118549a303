/** A picture in grey, as bytes, and how it is looked at between its pixels. */

export interface GreyPicture {
  width: number;
  height: number;
  /** A byte a pixel, row by row; 0 is black. */
  pixels: Uint8Array;
}

export interface Point {
  x: number;
  y: number;
}

/** Between the four pixels around the place; beyond the edge the edge goes on. */
export function greyAt(picture: GreyPicture, x: number, y: number): number {
  const { width, height, pixels } = picture;
  const left = Math.min(Math.max(Math.floor(x), 0), width - 1);
  const top = Math.min(Math.max(Math.floor(y), 0), height - 1);
  const right = Math.min(left + 1, width - 1);
  const below = Math.min(top + 1, height - 1) * width;
  const across = Math.min(Math.max(x - left, 0), 1);
  const down = Math.min(Math.max(y - top, 0), 1);
  const row = top * width;
  const upper = pixels[row + left]! * (1 - across) + pixels[row + right]! * across;
  const lower = pixels[below + left]! * (1 - across) + pixels[below + right]! * across;
  return upper * (1 - down) + lower * down;
}

/** A quarter turn clockwise. */
export function quarterTurn({ width, height, pixels }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      turned[x * height + (height - 1 - y)] = pixels[y * width + x]!;
    }
  }
  return { width: height, height: width, pixels: turned };
}

/** Smaller by the mean of what falls into each pixel, so that noise and raster fade; never larger. */
export function shrunkTo(picture: GreyPicture, longest: number): GreyPicture {
  const factor = longest / Math.max(picture.width, picture.height);
  return factor >= 1 ? picture : shrunkBy(picture, factor);
}

function shrunkBy(picture: GreyPicture, factor: number): GreyPicture {
  const width = Math.max(1, Math.round(picture.width * factor));
  const height = Math.max(1, Math.round(picture.height * factor));
  const narrow = squeezed(picture, width);
  return { width, height, pixels: transposed(squeezed(transposed(narrow), height)).pixels };
}

/** Each new pixel is the mean of the old ones under it, the outer two by their share. */
function squeezed({ width, height, pixels }: GreyPicture, newWidth: number): GreyPicture {
  const result = new Uint8Array(newWidth * height);
  const step = width / newWidth;
  for (let x = 0; x < newWidth; x += 1) {
    const from = x * step;
    const to = Math.min(from + step, width);
    const first = Math.floor(from);
    const last = Math.min(Math.ceil(to), width) - 1;
    for (let y = 0; y < height; y += 1) {
      const row = y * width;
      let sum = pixels[row + first]! * (Math.min(first + 1, to) - from);
      for (let old = first + 1; old < last; old += 1) sum += pixels[row + old]!;
      if (last > first) sum += pixels[row + last]! * (to - last);
      result[y * newWidth + x] = sum / (to - from) + 0.5;
    }
  }
  return { width: newWidth, height, pixels: result };
}

function transposed({ width, height, pixels }: GreyPicture): GreyPicture {
  const result = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) result[x * height + y] = pixels[y * width + x]!;
  }
  return { width: height, height: width, pixels: result };
}
