/** The reader's glyphs, drawn from the typeface that specimens are drawn with. */
import { createCanvas } from "@napi-rs/canvas";
import { CHARACTERS, GLYPH_HEIGHT, GLYPH_WIDTH } from "#server/modules/readings/lines/glyphs.ts";
import { loadTypefaces } from "./draw-page.ts";

/** Drawn so much larger, and the mean taken: the canvas rounds strokes to its raster. */
const FINER = 8;
/** Of the typeface, for a size of 1: how far one character is from the next, and how high capitals stand. */
const ADVANCE = 0.723;

const width = GLYPH_WIDTH * FINER;
const height = GLYPH_HEIGHT * FINER;
const size = width / ADVANCE;

export function drawGlyphs(): Buffer {
  loadTypefaces();
  return Buffer.concat(Array.from(CHARACTERS, draw));
}

function draw(character: string): Uint8Array {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.fillStyle = "black";
  context.font = `${size}px Lines`;
  const capital = context.measureText("H").actualBoundingBoxAscent;
  context.fillText(character, 0, (height + capital) / 2);
  const { data } = context.getImageData(0, 0, width, height);
  return Uint8Array.from({ length: GLYPH_WIDTH * GLYPH_HEIGHT }, (_, index) => {
    const left = (index % GLYPH_WIDTH) * FINER;
    const top = Math.floor(index / GLYPH_WIDTH) * FINER;
    let sum = 0;
    for (let y = top; y < top + FINER; y += 1) {
      for (let x = left; x < left + FINER; x += 1) sum += data[(y * width + x) * 4] ?? 0;
    }
    return Math.round(sum / FINER ** 2);
  });
}
