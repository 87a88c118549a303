/**
 * The typeface of the specimens, Latin and Arabic, from its npm package: no font of the machine is used, since a machine
 * may have none. Unpacked once, because both drawing libraries would otherwise fail at the compressed form (images) or
 * unpack it again for every page (PDF).
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Font } from "@react-pdf/renderer";
import sharp from "sharp";
import { unpackWoff } from "#server/files/unpack-woff.ts";

type FontFile = { script: string; weight: number; path: string };

const scripts = ["latin", "arabic"] as const;
const weights = [400, 700] as const;

/** In this order: what the first cannot write the second can. */
export const pdfFontFamilies: string[] = scripts.map((script) => `Specimen ${script}`);
export const imageFontFamily = "IBM Plex Sans Arabic";
/** Of the two lines of passports. */
export const linesFontFamily = "OCRB";
const linesFont = fileURLToPath(new URL("./typeface/ocr-b.ttf", import.meta.url));

/** The same one as long as the process lives: the libraries remember it, and read it anew for each size of letters. */
let place: string | undefined;
let loading: Promise<void> | undefined;

export async function loadFonts(): Promise<void> {
  loading ??= prepareFonts();
  await loading;
}

/** Once nothing more is drawn; whoever draws again loads them again. */
export async function removeFonts(): Promise<void> {
  await loading;
  loading = undefined;
  if (place !== undefined) await rm(place, { recursive: true, force: true });
}

async function prepareFonts(): Promise<void> {
  place ??= await mkdtemp(join(tmpdir(), "specimen-fonts-"));
  await mkdir(place, { recursive: true, mode: 0o700 });
  await registerFonts(await unpackFonts(place));
}

async function unpackFonts(place: string): Promise<FontFile[]> {
  const files: FontFile[] = [];
  for (const script of scripts) {
    for (const weight of weights) {
      const path = join(place, `${script}-${weight}.ttf`);
      await writeFile(path, unpackWoff(await readFile(packedFont(script, weight))));
      files.push({ script, weight, path });
    }
  }
  return files;
}

async function registerFonts(files: readonly FontFile[]): Promise<void> {
  for (const { script, weight, path } of files) {
    Font.register({ family: `Specimen ${script}`, src: path, fontWeight: weight });
    await registerForImages(imageFontFamily, path);
  }
  await registerForImages(linesFontFamily, linesFont);
  // Names and numbers are never hyphenated.
  Font.registerHyphenationCallback((word) => [word]);
}

/** Drawing anything with a font file is what makes it known. */
async function registerForImages(family: string, path: string): Promise<void> {
  await sharp({ text: { text: "A", font: `${family} 10`, fontfile: path } })
    .raw()
    .toBuffer();
}

function packedFont(script: string, weight: number): string {
  const name = `ibm-plex-sans-arabic-${script}-${weight}-normal.woff`;
  return fileURLToPath(import.meta.resolve(`@fontsource/ibm-plex-sans-arabic/files/${name}`));
}
