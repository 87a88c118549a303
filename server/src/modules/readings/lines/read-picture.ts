import { digitsOf } from "contract/passport-lines";
/** From a picture to the two lines, or to the answer that there are none. */
import { darknesses, findBands } from "./find-band.ts";
import { type Grid, gridsOf, scaledGrid, turnedOver } from "./fit-grid.ts";
import { type GreyPicture, quarterTurn, shrunkTo } from "./grey-picture.ts";
import { CERTAIN_LIKENESS, LEAST_LIKENESS } from "./likeness.ts";
import { type Cell, type CellsRead, likenessOf, readCells } from "./read-cells.ts";
import { repairLine, type RepairedField } from "./repair-line.ts";

const LEAST_CELL = 0.6;
/** Longest side of the copy in which the band is looked for. */
const SIZES = [1400, 2000, 1000] as const;
/** A page of text has many rows that might be the lines; the lines themselves are the first or second. */
const MOST_TRIES = 5;
/** A grid this good needs no rival. */
const GOOD = 0.8;
/** A band whose every fourth cell is hardly like any glyph is none. */
const HOPELESS = 0.6;

/** One check digit in ten agrees by chance. */
const LEAST_DIGITS = 2;

export type DoubtfulField = "name" | "dateOfBirth" | "passportExpiresOn" | RepairedField;

export interface LinesRead {
  lines: [string, string];
  /** Five of '+' and '-'. */
  digits: string;
  /** 0 to 1000. */
  likeness: number;
  /** How many degrees clockwise bring the page upright. */
  rotation: 0 | 90 | 180 | 270;
  /** Repaired, or with a cell that is hardly like what it was read as. */
  doubtful: DoubtfulField[];
  /** Where the lines stand in the picture as it was turned; for the strip and the second opinion. */
  cells: CellsRead;
  picture: GreyPicture;
}

/** Lines of a visa or card of another length are not TD3; without lines there is nothing. */
export function readPicture(picture: GreyPicture): LinesRead | "not_td3" | null {
  const upright = readUpright(picture);
  if (upright && isShort(upright.cells)) return "not_td3";
  if (upright) return result(picture, { ...upright, rotation: upright.isOver ? 180 : 0 });
  const turned = quarterTurn(picture);
  const lying = readUpright(turned);
  return lying && result(turned, { ...lying, rotation: lying.isOver ? 270 : 90 });
}

/** So many places in a row with nothing like a character, at one end of both lines. */
const SHORT_BY = 6;
const NOTHING = 0.45;

function isShort({ lines }: CellsRead): boolean {
  const isEmpty = (cells: readonly Cell[]) => cells.every(({ likeness }) => likeness < NOTHING);
  return [
    (cells: readonly Cell[]) => cells.slice(0, SHORT_BY),
    (cells: readonly Cell[]) => cells.slice(-SHORT_BY),
  ].some((end) => lines.every((cells) => isEmpty(end(cells))));
}

type Upright = { cells: CellsRead; isOver: boolean };

function readUpright(picture: GreyPicture): Upright | null {
  let tries = 0;
  for (const size of SIZES) {
    const copy = shrunkTo(picture, size);
    // Smaller than this size: the copies would all be the same.
    if (size !== SIZES[0] && copy === picture && Math.max(copy.width, copy.height) < size) continue;
    for (const darkness of darknesses) {
      for (const band of findBands(copy, darkness)) {
        const grids = gridsOf(band).map((grid) => inFull(grid, { copy, picture }));
        const chosen = choose(picture, grids);
        if (!chosen) continue;
        tries += 1;
        const cells = readCells(picture, chosen.grid);
        if (areLines(cells)) return { cells, isOver: chosen.isOver };
        if (tries === MOST_TRIES) return null;
      }
    }
  }
  return null;
}

/**
 * Like the glyphs, and not only ordinary type of the same width: such a row neither begins with the P of a passport nor
 * do check digits agree in it.
 */
function areLines({ likeness, lines: [upper, lower] }: CellsRead): boolean {
  if (likeness * 1000 < LEAST_LIKENESS) return false;
  if (likeness * 1000 >= CERTAIN_LIKENESS || upper[0]?.character === "P") return true;
  const digits = digitsOf(repairLine(textOf(lower), lower).line);
  return digits.split("+").length > LEAST_DIGITS;
}

function inFull(grid: Grid, { copy, picture }: { copy: GreyPicture; picture: GreyPicture }): Grid {
  const x = picture.width / copy.width;
  const y = picture.height / copy.height;
  return scaledGrid(grid, (point) => ({
    x: (point.x + 0.5) * x - 0.5,
    y: (point.y + 0.5) * y - 0.5,
  }));
}

function choose(
  picture: GreyPicture,
  grids: readonly Grid[],
): { grid: Grid; isOver: boolean } | null {
  const ways = [
    ...grids.map((grid) => ({ grid, isOver: false })),
    ...grids.map((grid) => ({ grid: turnedOver(grid), isOver: true })),
  ];
  // Ordinary rows of type are soon told from the lines: a place more to the left does not make them so.
  const looks = ways.filter((_, index) => index % grids.length === grids.length >> 1);
  if (looks.every(({ grid }) => likenessOf(picture, grid, 4) < HOPELESS)) return null;
  let best: (typeof ways)[number] | null = null;
  let most = 0;
  for (const way of ways) {
    if (best && !best.isOver && way.isOver && most > GOOD) break;
    const likeness = likenessOf(picture, way.grid);
    if (likeness > most) [best, most] = [way, likeness];
  }
  return best;
}

type Placed = Upright & { rotation: LinesRead["rotation"] };

function result(picture: GreyPicture, { cells, rotation }: Placed): LinesRead {
  const [upper, lower] = cells.lines;
  const repair = repairLine(textOf(lower), lower);
  const weak = [
    ...weakField(upper, { name: "name", from: 5, to: 44 }),
    ...weakField(lower, { name: "passportNumber", from: 0, to: 10 }),
    ...weakField(lower, { name: "dateOfBirth", from: 13, to: 20 }),
    ...weakField(lower, { name: "passportExpiresOn", from: 21, to: 28 }),
    ...weakField(lower, { name: "personalNumber", from: 28, to: 43 }),
  ];
  return {
    lines: [textOf(upper), repair.line],
    digits: digitsOf(repair.line),
    likeness: Math.round(cells.likeness * 1000),
    rotation,
    doubtful: [...new Set([...weak, ...repair.repaired])],
    cells,
    picture,
  };
}

const textOf = (cells: readonly Cell[]): string => cells.map(({ character }) => character).join("");

function weakField(
  cells: readonly Cell[],
  { name, from, to }: { name: DoubtfulField; from: number; to: number },
): DoubtfulField[] {
  return cells.slice(from, to).some(({ likeness }) => likeness < LEAST_CELL) ? [name] : [];
}
