/**
 * The typeface of printed papers, from its npm package: no font of the machine is used, since a machine may have none.
 * Each script is a file of its own; Arabic letters join and run as they should.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Font } from "@react-pdf/renderer";
import { unpackWoff } from "#server/files/unpack-woff.ts";

type Script = { name: string; source: "ibm-plex-sans" | "ibm-plex-sans-arabic" };

const PLAIN: Script = { name: "latin", source: "ibm-plex-sans" };
/** In the order in which a letter is looked for. */
const scripts: readonly Script[] = [
  PLAIN,
  { name: "latin-ext", source: "ibm-plex-sans" },
  { name: "vietnamese", source: "ibm-plex-sans" },
  { name: "cyrillic", source: "ibm-plex-sans" },
  { name: "cyrillic-ext", source: "ibm-plex-sans" },
  { name: "greek", source: "ibm-plex-sans" },
  { name: "arabic", source: "ibm-plex-sans-arabic" },
];
const weights = [400, 600] as const;
/** Longer than any word of a language; only then is a word cut. */
const LONGEST_WORD = 40;

export const families: string[] = scripts.map(familyOf);

export async function loadFonts(): Promise<void> {
  await Promise.all(scripts.map(registerScript));
  Font.registerHyphenationCallback(
    (word) => word.match(new RegExp(`.{1,${LONGEST_WORD}}`, "gu")) ?? [word],
  );
  const all = families.flatMap((fontFamily) =>
    weights.map((fontWeight) => Font.load({ fontFamily, fontWeight })),
  );
  await Promise.all(all);
}

/** The plain Latin letters as a font file, and how wide each is in thousandths of its size: for what is drawn without layout. */
export async function plainFont(): Promise<{ file: Buffer; widthOf: (letter: string) => number }> {
  const file = await readFont(PLAIN, 400);
  const font = Font.getFont({ fontFamily: familyOf(PLAIN), fontWeight: 400 })?.data;
  if (!font || !("glyphForCodePoint" in font)) throw new Error("The fonts are not loaded");
  return {
    file,
    widthOf: (letter) =>
      Math.round(
        (font.glyphForCodePoint(letter.codePointAt(0) ?? 0).advanceWidth * 1000) / font.unitsPerEm,
      ),
  };
}

/** A letter that no font has is written without its marks, or as a question mark: never as somebody else's letter. */
export function printable(text: string): string {
  return Array.from(text.normalize("NFC"))
    .map((letter) => (letter === "\n" || isDrawn(letter) ? letter : plainForm(letter)))
    .join("");
}

function plainForm(letter: string): string {
  const base = Array.from(letter.normalize("NFD"))[0] ?? "?";
  return isDrawn(base) ? base : "?";
}

function isDrawn(letter: string): boolean {
  const codePoint = letter.codePointAt(0) ?? 0;
  return families.some((fontFamily) => {
    const font = Font.getFont({ fontFamily, fontWeight: 400 })?.data;
    return font !== undefined && font !== null && "hasGlyphForCodePoint" in font
      ? font.hasGlyphForCodePoint(codePoint)
      : false;
  });
}

async function registerScript(script: Script): Promise<void> {
  const fonts = await Promise.all(
    weights.map(async (fontWeight) => ({ fontWeight, src: await addressOf(script, fontWeight) })),
  );
  Font.register({ family: familyOf(script), fonts });
}

function familyOf({ name }: Script): string {
  return `Plex ${name}`;
}

/** The unpacked font as an address: the packed form would be unpacked again for every page. */
async function addressOf(script: Script, weight: number): Promise<string> {
  const font = await readFont(script, weight);
  return `data:font/ttf;base64,${font.toString("base64")}`;
}

async function readFont({ name, source }: Script, weight: number): Promise<Buffer> {
  const file = `@fontsource/${source}/files/${source}-${name}-${weight}-normal.woff`;
  return unpackWoff(await readFile(fileURLToPath(import.meta.resolve(file))));
}
