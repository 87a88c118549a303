/**
 * Reads the characters: each place of the grid is cut out of the full picture, straightened, and compared with the 37
 * glyphs. What may not stand at a place is not looked for there.
 */
import {
  fitLine,
  type Grid,
  type LineCurve,
  PLACES,
  placeOf,
  stepOf,
  type Anchor,
} from "./fit-grid.ts";
import {
  CHARACTERS,
  GLYPH_HEIGHT,
  GLYPH_WIDTH,
  type Glyphs,
  halved,
  loadGlyphs,
  type Softness,
} from "./glyphs.ts";
import { type GreyPicture, greyAt, type Point } from "./grey-picture.ts";
import { allowedAt } from "./line-layout.ts";

/** Around a cell, so that the glyph can be looked for a little to each side. */
const MARGIN = 4;
const CELL_WIDTH = GLYPH_WIDTH + 2 * MARGIN;
const CELL_HEIGHT = GLYPH_HEIGHT + 2 * MARGIN;
/** So many of the best are compared in full. */
const FINALISTS = 5;
/** How the type of this printer differs from the glyphs: tried one after the other, each time keeping the best. */
const shapesToTry = {
  height: [0.92, 1.08, 0.85, 1.16],
  width: [0.94, 1.06],
  lean: [-0.06, 0.06],
  softness: [1, 2],
} as const;

export interface Shape {
  height: number;
  width: number;
  lean: number;
  softness: Softness;
}
export const plainShape: Shape = { height: 1, width: 1, lean: 0, softness: 0 };

export interface Cell {
  character: string;
  /** From 0 to 1: how much it is like the glyph. */
  likeness: number;
  /** The next ones, for repairs. */
  others: { character: string; likeness: number }[];
}
export interface CellsRead {
  lines: readonly [Cell[], Cell[]];
  /** The mean over all places. */
  likeness: number;
  grid: Grid;
  shape: Shape;
}

/** Puts the grid where the glyphs are found, measures how tall they are, and reads. */
export function readCells(picture: GreyPicture, from: Grid): CellsRead {
  const put = readAt(picture, { grid: from, shape: plainShape, isQuick: true }).found();
  const first = readAt(picture, { grid: put, shape: plainShape });
  const shape = bestShape(picture, first.found());
  const second = readAt(picture, { grid: first.found(), shape });
  const grid = second.found();
  const read = readAt(picture, { grid, shape }).result;
  // Soft glyphs help to tell characters apart, but are like anything: what counts is how it is like the drawn ones.
  const drawn = readAt(picture, { grid, shape: { ...shape, softness: 0 } }).result;
  return { ...read, likeness: drawn.likeness };
}

/** A cheap look, to choose between grids. */
export function likenessOf(picture: GreyPicture, grid: Grid, every = 1): number {
  return readAt(picture, { grid, shape: plainShape, isQuick: true, every }).result.likeness;
}

function bestShape(picture: GreyPicture, grid: Grid): Shape {
  const look = (shape: Shape) =>
    readAt(picture, { grid, shape, isQuick: true, every: 2 }).result.likeness;
  let best = plainShape;
  let most = look(best);
  for (const [side, values] of Object.entries(shapesToTry)) {
    const tried = values.map((value) => ({ ...best, [side]: value }));
    for (const shape of tried) {
      const likeness = look(shape);
      if (likeness > most) [best, most] = [shape, likeness];
    }
  }
  return best;
}

/** Quick looks are coarse; `every` second place is enough to tell shapes apart. */
type Look = { grid: Grid; shape: Shape; isQuick?: boolean; every?: number };

function readAt(picture: GreyPicture, { grid, shape, isQuick = false, every = 1 }: Look) {
  const glyphs = loadGlyphs(shape.softness);
  const anchors: [Anchor[], Anchor[]] = [[], []];
  const lines = grid.lines.map((line, index) =>
    Array.from({ length: PLACES / every }, (_, step) => {
      const place = step * every;
      const frame = frameOf(grid, { line, place, shape });
      const cell = compare(cutOut(picture, frame), {
        glyphs,
        allowed: indexesAt(index, place),
        isQuick,
      });
      if (cell.likeness > 0.7)
        anchors[index === 0 ? 0 : 1].push({ place, ...movedIn(frame, cell) });
      return cell;
    }),
  ) as [Found[], Found[]];
  const cells = lines.flat();
  const likeness = cells.reduce((sum, cell) => sum + cell.likeness, 0) / cells.length;
  return {
    result: { lines, likeness, grid, shape } satisfies CellsRead,
    found: (): Grid => ({
      lines: grid.lines.map((line, index) => {
        const known = anchors[index]!;
        return known.length < 20 ? line : fitLine(known);
      }) as [LineCurve, LineCurve],
    }),
  };
}

export interface Frame extends Point {
  /** One place to the right, one place's width down. */
  right: Point;
  down: Point;
}

/** Down is where the other line has the same column; only the length comes from the width. */
export function frameOf(
  grid: Grid,
  { line, place, shape }: { line: LineCurve; place: number; shape: Shape },
): Frame {
  const step = stepOf(line, place);
  const above = placeOf(grid.lines[0], place);
  const below = placeOf(grid.lines[1], place);
  const column = { x: below.x - above.x, y: below.y - above.y };
  const stretch =
    (Math.hypot(step.x, step.y) * shape.height) / (Math.hypot(column.x, column.y) || 1);
  return {
    ...placeOf(line, place),
    right: { x: step.x * shape.width, y: step.y * shape.width },
    down: {
      x: column.x * stretch + step.x * shape.lean,
      y: column.y * stretch + step.y * shape.lean,
    },
  };
}

function cutOut(picture: GreyPicture, { x, y, right, down }: Frame): Float32Array {
  const cell = new Float32Array(CELL_WIDTH * CELL_HEIGHT);
  for (let row = 0; row < CELL_HEIGHT; row += 1) {
    const v = (row + 0.5 - CELL_HEIGHT / 2) / GLYPH_WIDTH;
    for (let column = 0; column < CELL_WIDTH; column += 1) {
      const u = (column + 0.5 - CELL_WIDTH / 2) / GLYPH_WIDTH;
      cell[row * CELL_WIDTH + column] = greyAt(
        picture,
        x + u * right.x + v * down.x,
        y + u * right.y + v * down.y,
      );
    }
  }
  return cell;
}

interface Found extends Cell {
  /** How far from the middle of the cell, in pixels of the glyph. */
  shift: Point;
}

const movedIn = ({ x, y, right, down }: Frame, { shift }: Found): Point => ({
  x: x + (shift.x * right.x + shift.y * down.x) / GLYPH_WIDTH,
  y: y + (shift.x * right.y + shift.y * down.y) / GLYPH_WIDTH,
});

const indexes = allowedAt.map((line) =>
  line.map((characters) => Array.from(characters, (character) => CHARACTERS.indexOf(character))),
);
const indexesAt = (line: number, place: number): number[] => indexes[line]?.[place] ?? [];

type Contest = { glyphs: Glyphs; allowed: readonly number[]; isQuick: boolean };
type Match = { index: number; likeness: number; left: number; top: number };

function compare(cell: Float32Array, { glyphs, allowed, isQuick }: Contest): Found {
  const small = windowsOf(halved(cell, CELL_WIDTH), {
    width: CELL_WIDTH / 2,
    glyph: GLYPH_WIDTH / 2,
  });
  const coarse = allowed
    .map((index) => bestOf(small, { index, glyph: glyphs.coarse[index]!, around: null }))
    .toSorted((one, other) => other.likeness - one.likeness);
  if (isQuick) return foundOf(coarse, 2);
  const full = windowsOf(cell, { width: CELL_WIDTH, glyph: GLYPH_WIDTH });
  const fine = coarse
    .slice(0, FINALISTS)
    .map((match) =>
      bestOf(full, { index: match.index, glyph: glyphs.fine[match.index]!, around: match }),
    )
    .toSorted((one, other) => other.likeness - one.likeness);
  return foundOf(fine, 1);
}

function foundOf([best, ...others]: Match[], scale: number): Found {
  return {
    character: CHARACTERS[best?.index ?? 0]!,
    likeness: best?.likeness ?? 0,
    others: others.map(({ index, likeness }) => ({ character: CHARACTERS[index]!, likeness })),
    shift: { x: (best?.left ?? 0) * scale - MARGIN, y: (best?.top ?? 0) * scale - MARGIN },
  };
}

interface Windows {
  cell: Float32Array;
  width: number;
  glyphWidth: number;
  glyphHeight: number;
  /** How many places a glyph can have in the cell, each way. */
  count: number;
  /** How much each window differs from its mean. */
  lengths: Float32Array;
}

function windowsOf(
  cell: Float32Array,
  { width, glyph }: { width: number; glyph: number },
): Windows {
  const glyphHeight = (glyph * GLYPH_HEIGHT) / GLYPH_WIDTH;
  const count = width - glyph + 1;
  const lengths = new Float32Array(count * count);
  for (let window = 0; window < lengths.length; window += 1) {
    const from = Math.floor(window / count) * width + (window % count);
    let sum = 0;
    let squares = 0;
    for (let row = 0; row < glyphHeight; row += 1) {
      for (let column = 0; column < glyph; column += 1) {
        const value = cell[from + row * width + column]!;
        sum += value;
        squares += value * value;
      }
    }
    const pixels = glyph * glyphHeight;
    lengths[window] = Math.sqrt(Math.max(0, squares - (sum * sum) / pixels));
  }
  return { cell, width, glyphWidth: glyph, glyphHeight, count, lengths };
}

type Search = { index: number; glyph: Float32Array; around: Match | null };

function bestOf(windows: Windows, { index, glyph, around }: Search): Match {
  const { cell, width, glyphWidth, glyphHeight, count, lengths } = windows;
  const from = (middle: number) => (around ? Math.max(0, middle * 2 - 1) : 0);
  const to = (middle: number) => (around ? Math.min(count - 1, middle * 2 + 1) : count - 1);
  const best: Match = { index, likeness: 0, left: 0, top: 0 };
  for (let top = from(around?.top ?? 0); top <= to(around?.top ?? 0); top += 1) {
    for (let left = from(around?.left ?? 0); left <= to(around?.left ?? 0); left += 1) {
      const length = lengths[top * count + left]!;
      // Nearly of one grey: nothing stands here.
      if (length < glyphWidth) continue;
      let product = 0;
      for (let row = 0; row < glyphHeight; row += 1) {
        const start = (top + row) * width + left;
        const glyphRow = row * glyphWidth;
        for (let column = 0; column < glyphWidth; column += 1) {
          product += cell[start + column]! * glyph[glyphRow + column]!;
        }
      }
      const likeness = product / length;
      if (likeness > best.likeness) Object.assign(best, { likeness, left, top });
    }
  }
  return best;
}
