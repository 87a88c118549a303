/**
 * Where each of the 88 characters stands. The boxes of a line are counted off by their distances, and a curve of second
 * degree goes through them: perspective, tilt and a bent page go away in it.
 */
import type { Band } from "./find-band.ts";
import { type Box, heightOf, middleOf, widthOf } from "./find-boxes.ts";
import type { Point } from "./grey-picture.ts";

export const PLACES = 44;

/** Coefficients of 1, i and i² for the place i. */
export type Curve = readonly [number, number, number];
export interface LineCurve {
  x: Curve;
  y: Curve;
}
export interface Grid {
  lines: readonly [LineCurve, LineCurve];
}
/** Something that is known to stand at this place of a line. */
export interface Anchor extends Point {
  place: number;
}

const at = ([a, b, c]: Curve, place: number): number => a + b * place + c * place * place;
const slopeAt = ([, b, c]: Curve, place: number): number => b + 2 * c * place;

export const placeOf = (line: LineCurve, place: number): Point => ({
  x: at(line.x, place),
  y: at(line.y, place),
});
/** From this place to the next. */
export const stepOf = (line: LineCurve, place: number): Point => ({
  x: slopeAt(line.x, place),
  y: slopeAt(line.y, place),
});

/** The likeliest first; one place to the left or right is another one. */
export function gridsOf(band: Band): Grid[] {
  const upper = countOff(band.upper);
  const lower = countOff(band.lower);
  if (!upper || !lower) return [];
  const curves = [fitLine(upper), fitLine(lower)] as const;
  // The same column, seen from both lines.
  const column = placeOf(curves[0], PLACES / 2);
  const between = Math.round(nearestPlace(curves[1], column) - PLACES / 2);
  const first = Math.min(upper[0]!.place, lower[0]!.place - between);
  const last = Math.max(upper.at(-1)!.place, lower.at(-1)!.place - between);
  const spare = PLACES - (last - first + 1);
  const [least, most] = spare >= 0 ? [-spare, 0] : [0, -spare];
  const starts = [];
  for (let start = Math.max(least, -8); start <= Math.min(most, 8); start += 1)
    starts.push(first + start);
  return starts.map((start) => ({
    lines: [shifted(curves[0], start), shifted(curves[1], start + between)],
  }));
}

/** Upside down: the last character of the lower line comes first. */
export function turnedOver({ lines: [upper, lower] }: Grid): Grid {
  return { lines: [mirrored(lower), mirrored(upper)] };
}

export function fitLine(anchors: readonly Anchor[]): LineCurve {
  return { x: fit(anchors, ({ x }) => x), y: fit(anchors, ({ y }) => y) };
}

/** Boxes of about the usual width stand in the middle of their places; two that have run together count as a distance. */
function countOff(boxes: readonly Box[]): Anchor[] | null {
  const tall = medianOf(boxes.map(heightOf));
  const single = boxes.filter((box) => widthOf(box) < 1.25 * tall && widthOf(box) > 0.1 * tall);
  const middles = single.map(middleOf);
  const distances = middles.slice(1).map((middle, index) => distanceOf(middles[index]!, middle));
  let pitch = medianOf(distances);
  if (!(pitch > 0.5 * tall)) return null;
  const anchors: Anchor[] = [{ place: 0, ...middles[0]! }];
  for (const middle of middles.slice(1)) {
    const last = anchors.at(-1)!;
    const distance = distanceOf(last, middle);
    const steps = Math.round(distance / pitch);
    // A piece of the letter before.
    if (steps < 1) continue;
    anchors.push({ place: last.place + steps, ...middle });
    if (steps === 1) pitch = 0.9 * pitch + 0.1 * distance;
  }
  return anchors.length >= 12 ? anchors : null;
}

const distanceOf = (one: Point, other: Point): number =>
  Math.hypot(other.x - one.x, other.y - one.y);

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Least squares, twice more with what lies far off taking less part. */
function fit(anchors: readonly Anchor[], value: (anchor: Anchor) => number): Curve {
  let weights = anchors.map(() => 1);
  let curve: Curve = [0, 0, 0];
  for (let round = 0; round < 3; round += 1) {
    curve = solve(anchors, value, weights);
    const errors = anchors.map((anchor) => Math.abs(value(anchor) - at(curve, anchor.place)));
    const usual = Math.max(0.3, 1.5 * medianOf(errors));
    weights = errors.map((error) => 1 / (1 + (error / usual) ** 2));
  }
  return curve;
}

function solve(
  anchors: readonly Anchor[],
  value: (anchor: Anchor) => number,
  weights: readonly number[],
): Curve {
  // Around the middle, so that the powers stay small.
  const rows = [0, 0, 0, 0, 0];
  const sums = [0, 0, 0];
  for (const [index, anchor] of anchors.entries()) {
    const t = (anchor.place - 21.5) / 22;
    let power = weights[index]!;
    for (let degree = 0; degree < 5; degree += 1) {
      rows[degree]! += power;
      if (degree < 3) sums[degree]! += power * value(anchor);
      power *= t;
    }
  }
  const [s0, s1, s2, s3, s4] = rows as [number, number, number, number, number];
  const determinant = threeByThree([s0, s1, s2], [s1, s2, s3], [s2, s3, s4]);
  const [r0, r1, r2] = sums as [number, number, number];
  const p = threeByThree([r0, s1, s2], [r1, s2, s3], [r2, s3, s4]) / determinant;
  const q = threeByThree([s0, r0, s2], [s1, r1, s3], [s2, r2, s4]) / determinant;
  const r = threeByThree([s0, s1, r0], [s1, s2, r1], [s2, s3, r2]) / determinant;
  // Back to places counted from the first.
  return [p - (q * 21.5) / 22 + (r * 21.5 ** 2) / 484, q / 22 - (r * 43) / 484, r / 484];
}

type Row = readonly [number, number, number];

function threeByThree([a, b, c]: Row, [d, e, f]: Row, [g, h, i]: Row): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function nearestPlace(line: LineCurve, point: Point): number {
  let place = PLACES / 2;
  for (let round = 0; round < 8; round += 1) {
    const found = placeOf(line, place);
    const step = stepOf(line, place);
    place +=
      ((point.x - found.x) * step.x + (point.y - found.y) * step.y) / (step.x ** 2 + step.y ** 2);
  }
  return place;
}

function shifted({ x, y }: LineCurve, by: number): LineCurve {
  const move = (curve: Curve): Curve => [at(curve, by), slopeAt(curve, by), curve[2]];
  return { x: move(x), y: move(y) };
}

function mirrored({ x, y }: LineCurve): LineCurve {
  const end = PLACES - 1;
  const turn = (curve: Curve): Curve => [at(curve, end), -slopeAt(curve, end), curve[2]];
  return { x: turn(x), y: turn(y) };
}

export function scaledGrid({ lines }: Grid, change: (point: Point) => Point): Grid {
  const [upper, lower] = lines.map(({ x, y }) => {
    const origin = change({ x: x[0], y: y[0] });
    const zero = change({ x: 0, y: 0 });
    const part = (index: 1 | 2) => {
      const moved = change({ x: x[index], y: y[index] });
      return { x: moved.x - zero.x, y: moved.y - zero.y };
    };
    const [one, two] = [part(1), part(2)];
    return { x: [origin.x, one.x, two.x], y: [origin.y, one.y, two.y] } as LineCurve;
  });
  return { lines: [upper!, lower!] };
}
