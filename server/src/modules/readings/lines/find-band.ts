/**
 * Finds the two lines: letters that follow each other at about one height are a chain, and two full chains of one
 * length, one below the other, are the band. What is found are boxes; which characters they are is asked elsewhere.
 */
import { type Box, type Darkness, findBoxes, heightOf, middleOf } from "./find-boxes.ts";
import type { GreyPicture } from "./grey-picture.ts";

export interface Band {
  upper: Box[];
  lower: Box[];
}

/** In this order: most pictures need the first alone. */
export const darknesses: readonly Darkness[] = [
  { share: 0.86, radius: 16 },
  { share: 0.93, radius: 24 },
  { share: 0.8, radius: 12 },
];

const LEAST_BOXES = 22;
const MOST_BANDS = 3;

/** The likeliest first: the fullest, and of equals the lowest. */
export function findBands(picture: GreyPicture, darkness: Darkness): Band[] {
  const chains = chainsOf(findBoxes(picture, darkness))
    .filter((boxes) => boxes.length >= LEAST_BOXES)
    .map(measure);
  const bands = chains.flatMap((upper) =>
    chains.filter((lower) => areParallel(upper, lower)).map((lower) => ({ upper, lower })),
  );
  const fullness = ({ upper, lower }: (typeof bands)[number]) =>
    Math.min(upper.boxes.length, 46) + Math.min(lower.boxes.length, 46);
  return bands
    .toSorted((one, other) => fullness(other) - fullness(one) || other.lower.y - one.lower.y)
    .slice(0, MOST_BANDS)
    .map(({ upper, lower }) => ({ upper: upper.boxes, lower: lower.boxes }));
}

/** Each box is followed by the nearest one to its right, if that has no nearer one to its left. */
function chainsOf(boxes: Box[]): Box[][] {
  const sorted = boxes.toSorted((one, other) => one.left - other.left);
  const next = sorted.map((box, index) => nextOf(sorted, index, box));
  const previous = new Map<number, number>();
  for (const [index, found] of next.entries()) {
    if (found === null) continue;
    const rival = previous.get(found);
    if (rival === undefined || sorted[rival]!.right < sorted[index]!.right)
      previous.set(found, index);
  }
  const follows = new Map([...previous].map(([after, before]) => [before, after]));
  const chains: Box[][] = [];
  for (const index of sorted.keys()) {
    if (previous.has(index)) continue;
    const chain: Box[] = [];
    for (let at: number | undefined = index; at !== undefined; at = follows.get(at)) {
      chain.push(sorted[at]!);
    }
    chains.push(chain);
  }
  return chains;
}

function nextOf(sorted: readonly Box[], index: number, box: Box): number | null {
  const tall = heightOf(box);
  const middle = middleOf(box);
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let other = index + 1; other < sorted.length; other += 1) {
    const candidate = sorted[other]!;
    // Sorted by their left sides: what follows is farther still.
    if (candidate.left - box.right > 2.6 * 2.2 * tall) break;
    const ratio = heightOf(candidate) / tall;
    if (ratio < 0.45 || ratio > 2.2) continue;
    const gap = candidate.left - box.right;
    const taller = Math.max(tall, heightOf(candidate));
    const place = middleOf(candidate);
    const rise = Math.abs(place.y - middle.y);
    if (gap > 2.6 * taller || gap < -0.5 * tall || place.x <= middle.x || rise > 0.7 * taller)
      continue;
    const distance = place.x - middle.x + 2 * rise;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

interface Chain {
  boxes: Box[];
  from: number;
  to: number;
  y: number;
  /** Per pixel to the right. */
  slope: number;
  height: number;
}

function measure(boxes: Box[]): Chain {
  const first = middleOf(boxes[0]!);
  const last = middleOf(boxes.at(-1)!);
  const heights = boxes.map(heightOf).toSorted((one, other) => one - other);
  const y = boxes.reduce((sum, box) => sum + middleOf(box).y, 0) / boxes.length;
  const slope = (last.y - first.y) / Math.max(1, last.x - first.x);
  return { boxes, from: first.x, to: last.x, y, slope, height: heights[heights.length >> 1]! };
}

function areParallel(upper: Chain, lower: Chain): boolean {
  const overlap = Math.min(upper.to, lower.to) - Math.max(upper.from, lower.from);
  const shorter = Math.min(upper.to - upper.from, lower.to - lower.from);
  const longer = Math.max(upper.to - upper.from, lower.to - lower.from);
  if (overlap < 0.75 * longer || shorter <= 0) return false;
  const slope = (upper.slope + lower.slope) / 2;
  const across = Math.hypot(1, slope);
  const shift = (lower.from + lower.to - upper.from - upper.to) / 2;
  const distance = (lower.y - upper.y - slope * shift) / across;
  const height = (upper.height + lower.height) / 2;
  const lengths = (longer * across) / distance;
  return distance > 1.3 * height && distance < 4 * height && lengths > 11 && lengths < 30;
}
