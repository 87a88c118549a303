/**
 * Draws the data page of a passport. The type of the lines is never quite that of the reader's glyphs: heavier or
 * lighter, wider or narrower, leaning or on a grid of its own, as printers of states differ.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import { unpackWoff } from "#server/files/unpack-woff.ts";
import type { GreyPicture } from "#server/modules/readings/lines/grey-picture.ts";
import type { Lines } from "./holders.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** The page in millimetres (ICAO 9303, part 3), the lines in it. */
const PAGE = { width: 125, height: 88 } as const;
const PITCH = 2.54;
const LEFT = 6.6;
const ADVANCE = 0.723;

export interface Type {
  /** Added to the stroke, in millimetres; less than none makes it thinner. */
  weight: number;
  width: number;
  height: number;
  slant: number;
  /** From one line to the other, in millimetres. */
  leading: number;
  /** Printed by drops: each character a little off its place, in millimetres. */
  unrest: number;
  ink: number;
  family: string;
}

export const ownType: Type = {
  weight: 0,
  width: 1,
  height: 1,
  slant: 0,
  leading: 6.35,
  unrest: 0,
  ink: 20,
  family: "Lines",
};

/** What a printer of another state may do to it. */
export function otherType(random: SeededRandom): Type {
  return {
    weight: random.pick([-0.09, -0.06, 0.06, 0.1, 0.14]),
    width: random.between(0.93, 1.05),
    height: random.between(0.93, 1.06),
    slant: random.between(-0.05, 0.05),
    leading: random.between(5.9, 6.8),
    unrest: random.between(0, 0.06),
    ink: random.between(10, 70),
    family: "Lines",
  };
}

const path = fileURLToPath(new URL("../../demo/specimens/typeface/ocr-b.ttf", import.meta.url));
/** Each character is put into its place, so that they need no fixed pitch. */
export const foreignFamilies = ["Plex 400", "Plex 600"] as const;

/** From the packages of the portal: no font of the machine is used, since a machine may have none. */
export function loadTypefaces(): void {
  if (GlobalFonts.has("Lines")) return;
  GlobalFonts.registerFromPath(path, "Lines");
  for (const weight of [400, 600]) {
    const woff = `@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff`;
    const font = unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(woff))));
    GlobalFonts.register(font, `Plex ${weight}`);
  }
}

export function drawPage(
  lines: Lines,
  { type, width, random }: { type: Type; width: number; random: SeededRandom },
): GreyPicture {
  loadTypefaces();
  const perMillimetre = width / PAGE.width;
  const height = Math.round(PAGE.height * perMillimetre);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "rgb(238, 238, 238)";
  context.fillRect(0, 0, width, height);
  context.scale(perMillimetre, perMillimetre);
  drawPattern(context, random);
  drawPerson(context, random);
  for (const [index, line] of lines.entries()) {
    const middle = PAGE.height - 16.5 + (index - 0.5) * type.leading + 6.35 / 2;
    drawLine(context, line, { type, middle, random });
  }
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    pixels: Uint8Array.from({ length: width * height }, (_, pixel) => data[pixel * 4]!),
  };
}

type LineToDraw = { type: Type; middle: number; random: SeededRandom };

function drawLine(
  context: SKRSContext2D,
  line: string,
  { type, middle, random }: LineToDraw,
): void {
  const grey = Math.round(type.ink);
  const size = PITCH / ADVANCE;
  context.font = `${size}px "${type.family}"`;
  context.lineJoin = "round";
  for (const [place, character] of Array.from(line).entries()) {
    context.save();
    context.translate(
      LEFT + (place + 0.5) * PITCH + type.unrest * random.normal(),
      middle + type.unrest * random.normal(),
    );
    context.transform(type.width, 0, -type.slant, type.height, 0, 0);
    const own = type.family === "Lines" ? PITCH : context.measureText(character).width;
    context.translate(-own / 2, (size * CAPITAL) / 2);
    context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`;
    context.strokeStyle = type.weight < 0 ? "rgb(238, 238, 238)" : context.fillStyle;
    context.lineWidth = Math.abs(type.weight);
    context.fillText(character, 0, 0);
    if (type.weight !== 0) context.strokeText(character, 0, 0);
    context.restore();
  }
}

/** How high capitals stand, for a size of 1. */
const CAPITAL = 0.78;

/** The fine lines under the print of a passport. */
function drawPattern(context: SKRSContext2D, random: SeededRandom): void {
  const phase = random.between(0, 6);
  context.strokeStyle = "rgb(214, 214, 214)";
  context.lineWidth = 0.12;
  for (let y = 0; y < PAGE.height; y += 1.6) {
    context.beginPath();
    for (let x = 0; x <= PAGE.width; x += 1.5) {
      context.lineTo(x, y + 1.4 * Math.sin(x / 7 + y / 5 + phase));
    }
    context.stroke();
  }
}

function drawPerson(context: SKRSContext2D, random: SeededRandom): void {
  context.fillStyle = "rgb(190, 190, 190)";
  context.fillRect(7, 20, 35, 45);
  context.fillStyle = "rgb(110, 105, 100)";
  context.beginPath();
  context.ellipse(24.5, 38, 9, 12, 0, 0, 2 * Math.PI);
  context.fill();
  context.fillRect(11, 54, 27, 11);
  context.fillStyle = "rgb(60, 60, 60)";
  for (const [row, y] of [16, 24, 32, 40, 48, 56].entries()) {
    const text = Array.from({ length: 8 + ((row * 7) % 13) }, () =>
      random.pick(Array.from("ABCDEFGHIKLMNORSTU 0123456789")),
    );
    context.font = "1.9px Lines";
    context.fillText("SURNAME / NOM", 47, y - 3.4);
    context.font = "3.4px Lines";
    context.fillText(text.join(""), 47, y);
  }
}
