/** Where a page or a picture stands on A4: as its reader sees it, whole, above a free foot. Pure. */

const MILLIMETRE = 72 / 25.4;
export const A4 = { short: 595.28, long: 841.89 };
/** Free for the stamp. */
export const FOOT = 10 * MILLIMETRE;
export const STAMP_SIDE = 12 * MILLIMETRE;
export const STAMP_BASE = 5 * MILLIMETRE;
const PICTURE_MARGIN = 15 * MILLIMETRE;
/** A picture is not drawn coarser than a screen shows it. */
const LARGEST_PIXEL = 72 / 96;

export type Box = { left: number; bottom: number; right: number; top: number };
export type Matrix = [number, number, number, number, number, number];
export type Sheet = { width: number; height: number };
export type Placed = { sheet: Sheet; matrix: Matrix };

const upright: Sheet = { width: A4.short, height: A4.long };
const lying: Sheet = { width: A4.long, height: A4.short };

/** `rotation` is clockwise, in degrees, as the page says it. */
export function placePage(box: Box, rotation: number): Placed {
  const width = box.right - box.left;
  const height = box.top - box.bottom;
  const turn = (((Math.round(rotation / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const seen = turn % 2 === 0 ? { width, height } : { width: height, height: width };
  const sheet = seen.width > seen.height ? lying : upright;
  const room = { width: sheet.width, height: sheet.height - FOOT };
  const scale = Math.min(1, room.width / seen.width, room.height / seen.height);
  const x = (room.width - seen.width * scale) / 2;
  const y = FOOT + (room.height - seen.height * scale) / 2;
  const turned: Matrix[] = [
    [1, 0, 0, 1, 0, 0],
    [0, -1, 1, 0, 0, width],
    [-1, 0, 0, -1, width, height],
    [0, 1, -1, 0, height, 0],
  ];
  const toOrigin: Matrix = [1, 0, 0, 1, -box.left, -box.bottom];
  const intoRoom: Matrix = [scale, 0, 0, scale, x, y];
  return { sheet, matrix: product(product(toOrigin, turned[turn] ?? toOrigin), intoRoom) };
}

/** The unit square of an image becomes the picture. */
export function placePicture(pixels: Sheet): Placed {
  const sheet = pixels.width > pixels.height ? lying : upright;
  const room = {
    width: sheet.width - 2 * PICTURE_MARGIN,
    height: sheet.height - 2 * PICTURE_MARGIN,
  };
  const scale = Math.min(LARGEST_PIXEL, room.width / pixels.width, room.height / pixels.height);
  const [width, height] = [pixels.width * scale, pixels.height * scale];
  const [x, y] = [(sheet.width - width) / 2, (sheet.height - height) / 2];
  return { sheet, matrix: [width, 0, 0, height, x, y] };
}

/** How an appearance of an annotation comes to its rectangle (ISO 32000-1, 12.5.5). */
export function placeAppearance(rect: Box, { box, matrix }: { box: Box; matrix: Matrix }): Matrix {
  const corners = [
    [box.left, box.bottom],
    [box.right, box.bottom],
    [box.left, box.top],
    [box.right, box.top],
  ].map(([x = 0, y = 0]) => ({
    x: matrix[0] * x + matrix[2] * y + matrix[4],
    y: matrix[1] * x + matrix[3] * y + matrix[5],
  }));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const scaleX = right === left ? 1 : (rect.right - rect.left) / (right - left);
  const scaleY = top === bottom ? 1 : (rect.top - rect.bottom) / (top - bottom);
  return [scaleX, 0, 0, scaleY, rect.left - left * scaleX, rect.bottom - bottom * scaleY];
}

/** First one, then the other. */
function product(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [
    a * g + b * i,
    a * h + b * j,
    c * g + d * i,
    c * h + d * j,
    e * g + f * i + k,
    e * h + f * j + l,
  ];
}

export function operands(matrix: Matrix): string {
  return matrix.map((number) => String(Number(number.toFixed(5)))).join(" ");
}
