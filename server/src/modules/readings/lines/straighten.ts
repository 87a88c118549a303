/** Cuts the lines out of the page again, straightened: for the strip that people compare with, and for the second opinion. */
import sharp from "sharp";
import { PLACES } from "./fit-grid.ts";
import { type GreyPicture, greyAt } from "./grey-picture.ts";
import { type CellsRead, frameOf, plainShape } from "./read-cells.ts";

/** Of a character, in pixels. */
const WIDTH = 30;
const HEIGHT = 50;

/** Both lines, one above the other, each character in a place of its own: 100 pixels high. */
export function stripOf(picture: GreyPicture, cells: CellsRead): Promise<Buffer> {
  const width = PLACES * WIDTH;
  const pixels = new Uint8Array(width * 2 * HEIGHT);
  for (const line of [0, 1] as const) {
    for (let place = 0; place < PLACES; place += 1) {
      const cell = cellOf({ picture, cells }, { line, place });
      for (let row = 0; row < HEIGHT; row += 1) {
        const from = (line * HEIGHT + row) * width + place * WIDTH;
        pixels.set(cell.subarray(row * WIDTH, (row + 1) * WIDTH), from);
      }
    }
  }
  return sharp(pixels, { raw: { width, height: 2 * HEIGHT, channels: 1 } })
    .png()
    .toBuffer();
}

/** The letters of the name in one line, a gap for each filler, on white. */
export function nameStrip(picture: GreyPicture, cells: CellsRead): Promise<Buffer> {
  const [upper] = cells.lines;
  const places = Array.from({ length: PLACES - 5 }, (_, index) => index + 5);
  const letters = places.filter((place) => {
    const isFiller = upper[place]?.character === "<";
    return !isFiller || (upper[place - 1]?.character !== "<" && place > 5);
  });
  const frame = HEIGHT / 2;
  const width = letters.length * WIDTH + 2 * frame;
  const height = HEIGHT + 2 * frame;
  const pixels = new Uint8Array(width * height).fill(255);
  for (const [index, place] of letters.entries()) {
    if (upper[place]?.character === "<") continue;
    const cell = stretched(cellOf({ picture, cells }, { line: 0, place }));
    for (let row = 0; row < HEIGHT; row += 1) {
      const from = (frame + row) * width + frame + index * WIDTH;
      pixels.set(cell.subarray(row * WIDTH, (row + 1) * WIDTH), from);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

type Page = { picture: GreyPicture; cells: CellsRead };

function cellOf(
  { picture, cells }: Page,
  { line, place }: { line: 0 | 1; place: number },
): Uint8Array {
  const { x, y, right, down } = frameOf(cells.grid, {
    line: cells.grid.lines[line],
    place,
    shape: { ...plainShape, height: cells.shape.height },
  });
  const cell = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1) {
    const v = (row + 0.5 - HEIGHT / 2) / WIDTH;
    for (let column = 0; column < WIDTH; column += 1) {
      const u = (column + 0.5) / WIDTH - 0.5;
      cell[row * WIDTH + column] = greyAt(
        picture,
        x + u * right.x + v * down.x,
        y + u * right.y + v * down.y,
      );
    }
  }
  return cell;
}

/** Its lightest tenth becomes white, its darkest black: shadows and low light end at the cell. */
function stretched(cell: Uint8Array): Uint8Array {
  const greys = cell.toSorted();
  const darkest = greys[Math.floor(greys.length * 0.02)]!;
  const lightest = Math.max(greys[Math.floor(greys.length * 0.6)]!, darkest + 1);
  return cell.map((grey) =>
    Math.min(255, Math.max(0, ((grey - darkest) * 255) / (lightest - darkest))),
  );
}
