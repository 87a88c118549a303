/** Draws specimens that are photographs or scans of small papers: passport pages, cards, portraits. */
import sharp from "sharp";
import { imageFontFamily, linesFontFamily, loadFonts } from "./fonts.ts";
import { passportLines } from "./passport-lines.ts";
import { namesInPassport } from "./people.ts";
import { fieldsOf, type Person, type Specimen, SPECIMEN_MARK, SPECIMEN_NOTE } from "./specimen.ts";

export type ImageFormat = "jpeg" | "png";
type Size = { width: number; height: number };

const passportSize = { width: 1500, height: 1056 };
const cardSize = { width: 1280, height: 808 };
const portraitSize = { width: 900, height: 1157 };
const ink = "#1d2433";
const quiet = "#5f6b7d";

export function drawPassport(specimen: Specimen, format: ImageFormat): Promise<Buffer> {
  const person = requirePerson(specimen);
  const lines = linesOf(specimen, person);
  const content = [
    background(passportSize, "#e9eef2", "#d5dfe6"),
    `<text x="60" y="92" font-size="40" font-weight="700">PASSPORT</text>`,
    rightText(passportSize.width - 60, 92, specimen.titleArabic),
    `<text x="60" y="138" font-size="24" fill="${quiet}">${escape(specimen.issuer)}</text>`,
    portrait({ x: 60, y: 190, scale: 0.4 }),
    fieldList(specimen, { x: 480, y: 210, step: 92 }),
    ...lines.map((line, index) => machineLine(line, 874 + index * 76)),
    watermark(passportSize),
  ];
  return render(passportSize, content, format);
}

export function drawCard(specimen: Specimen, format: ImageFormat): Promise<Buffer> {
  const content = [
    background(cardSize, "#eef3ea", "#d9e4d3"),
    `<text x="50" y="84" font-size="36" font-weight="700">${escape(specimen.title)}</text>`,
    rightText(cardSize.width - 50, 84, specimen.titleArabic),
    `<text x="50" y="126" font-size="22" fill="${quiet}">${escape(specimen.issuer)}</text>`,
    portrait({ x: 50, y: 170, scale: 0.36 }),
    fieldList(specimen, { x: 430, y: 190, step: 80 }),
    watermark(cardSize),
  ];
  return render(cardSize, content, format);
}

export function drawPortrait(specimen: Specimen, format: ImageFormat): Promise<Buffer> {
  const person = requirePerson(specimen);
  const content = [
    `<rect width="100%" height="100%" fill="#f4f5f6"/>`,
    portrait({ x: 90, y: 90, scale: 0.8 }),
    `<text x="450" y="1058" font-size="34" font-weight="700" text-anchor="middle">${escape(person.fullName)}</text>`,
    `<text x="450" y="1102" font-size="30" text-anchor="middle">${escape(person.arabicName)}</text>`,
    watermark(portraitSize),
  ];
  return render(portraitSize, content, format);
}

async function render(size: Size, content: string[], format: ImageFormat): Promise<Buffer> {
  await loadFonts();
  const note = `<text x="${size.width / 2}" y="${size.height - 14}" font-size="16" fill="${quiet}" text-anchor="middle">${SPECIMEN_NOTE}</text>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="${imageFontFamily}" fill="${ink}">${content.join("")}${note}</svg>`;
  return sharp(Buffer.from(drawing)).toFormat(format, { quality: 88 }).toBuffer();
}

function background({ width, height }: Size, from: string, to: string): string {
  const waves = Array.from({ length: 14 }, (_, index) => {
    const y = 60 + index * 78;
    return `<path d="M0 ${y} C ${width * 0.3} ${y - 70}, ${width * 0.6} ${y + 70}, ${width} ${y}" stroke="${to}" stroke-width="2" fill="none"/>`;
  });
  return `<rect width="100%" height="100%" fill="${from}"/>${waves.join("")}<rect x="12" y="12" width="${width - 24}" height="${height - 24}" rx="24" fill="none" stroke="${to}" stroke-width="4"/>`;
}

function fieldList(specimen: Specimen, place: { x: number; y: number; step: number }): string {
  return fieldsOf(specimen)
    .map(({ label, value }, index) => {
      const y = place.y + index * place.step;
      return `<text x="${place.x}" y="${y}" font-size="22" fill="${quiet}">${escape(label)}</text><text x="${place.x}" y="${y + 36}" font-size="32" font-weight="700">${escape(value)}</text>`;
    })
    .join("");
}

/** A face is a person's; a specimen shows an outline. */
function portrait({ x, y, scale }: { x: number; y: number; scale: number }): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><rect width="900" height="1120" fill="#cdd6dd"/><circle cx="450" cy="430" r="215" fill="#94a3b0"/><path d="M90 1120 C 110 800, 300 700, 450 700 S 790 800, 810 1120 Z" fill="#94a3b0"/></g>`;
}

/** In the type, size and places of real ones (ICAO 9303): ten characters to the inch. The portal reads them. */
function machineLine(line: string, y: number): string {
  const characters = Array.from(line).map(
    (character, index) =>
      `<text x="${94.5 + index * 30.48}" y="${y}" text-anchor="middle">${escape(character)}</text>`,
  );
  return `<g font-family="${linesFontFamily}" font-size="42.2" fill="#14161c">${characters.join("")}</g>`;
}

function rightText(x: number, y: number, content: string): string {
  return `<text x="${x}" y="${y}" font-size="36" font-weight="700" text-anchor="end">${escape(content)}</text>`;
}

function watermark({ width, height }: Size): string {
  const x = width / 2;
  const y = height / 2;
  return `<text x="${x}" y="${y}" font-size="${Math.round(width / 7)}" font-weight="700" fill="#a33a2a" fill-opacity="0.16" text-anchor="middle" transform="rotate(-28 ${x} ${y})">${SPECIMEN_MARK}</text>`;
}

function linesOf(specimen: Specimen, person: Person): [string, string] {
  return passportLines({
    country: person.countryCode,
    ...namesInPassport(person.fullName),
    number: specimen.number,
    dateOfBirth: person.dateOfBirth,
    gender: person.gender,
    expiryDate: specimen.expiryDate ?? person.dateOfBirth,
  });
}

function requirePerson(specimen: Specimen): Person {
  if (!specimen.person) throw new Error(`The specimen ${specimen.title} shows nobody`);
  return specimen.person;
}

function escape(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
