/** Specimens of passports: 18 kinds of scans and photos, and those on which a part of the lines is covered. */
import sharp from "sharp";
import { type GreyPicture, quarterTurn } from "#server/modules/readings/lines/grey-picture.ts";
import { bent, blurred, changed, dark, glare, noisy, shadowed } from "./distort.ts";
import { drawPage, foreignFamilies, otherType, ownType, type Type } from "./draw-page.ts";
import { drawPaper } from "./draw-paper.ts";
import { holderLines, type Lines } from "./holders.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

export interface Specimen {
  kind: Kind;
  lines: Lines;
  bytes: Buffer;
  mimeType: "image/png" | "image/jpeg";
  /** Degrees clockwise that bring it upright. */
  rotation: number;
}

type Distortion = (page: GreyPicture, random: SeededRandom) => GreyPicture | Promise<GreyPicture>;
interface KindOf {
  distort: Distortion;
  width?: number;
  /** Left out: as PNG. */
  jpeg?: number;
  rotation?: (random: SeededRandom) => number;
}

const side = (random: SeededRandom) => random.pick([-1, 1]);

/** As of an office scanner. */
const scan: Distortion = async (page, random) =>
  noisy(await blurred(page, random.between(0.4, 0.8)), random.between(2, 5), random);

const kinds = {
  "clean scan": { distort: scan },
  "small scan": { distort: scan, width: 1200 },
  "tilt 1 to 2": {
    distort: (page, random) =>
      scan(bent(page, { tilt: side(random) * random.between(1, 2) }), random),
  },
  "tilt 3 to 5": {
    distort: (page, random) =>
      scan(bent(page, { tilt: side(random) * random.between(3, 5) }), random),
  },
  "perspective 6": {
    distort: (page, random) => scan(bent(page, { perspective: side(random) * 0.06 }), random),
  },
  "perspective 12": {
    distort: (page, random) => scan(bent(page, { perspective: side(random) * 0.12 }), random),
  },
  noise: { distort: (page, random) => noisy(page, 22, random) },
  blur: { distort: async (page, random) => noisy(await blurred(page, 1.8), 3, random) },
  "strong blur": { distort: async (page, random) => noisy(await blurred(page, 2.8), 3, random) },
  "low light": {
    distort: async (page, random) => noisy(dark(await blurred(page, 0.7), 0.22), 3, random),
    jpeg: 85,
  },
  "glare beside": {
    distort: async (page, random) =>
      glare(await scan(page, random), { x: random.between(0.3, 0.8), y: 0.35, size: 0.12 }),
  },
  "hard shadow": {
    distort: async (page, random) => shadowed(await scan(page, random), random.between(0.5, 0.9)),
  },
  "jpeg 60, 1200": { distort: scan, width: 1200, jpeg: 60 },
  "jpeg 60, 4000": {
    distort: async (page, random) => noisy(await blurred(page, 2), 6, random),
    width: 4000,
    jpeg: 60,
  },
  "upside down": {
    distort: async (page, random) => quarterTurn(quarterTurn(await scan(page, random))),
    rotation: () => 180,
  },
  "on its side": { distort: scan, rotation: (random) => random.pick([90, 270]) },
  curved: {
    distort: (page, random) =>
      scan(bent(page, { curve: side(random) * random.between(0.03, 0.07) }), random),
  },
  "all together": {
    distort: async (page, random) => {
      const photo = bent(page, {
        tilt: side(random) * 2,
        perspective: side(random) * 0.05,
        curve: 0.02,
      });
      return noisy(shadowed(dark(await blurred(photo, 1.2), 0.6), 0.75), 7, random);
    },
    jpeg: 75,
  },
  "covered lines": {
    distort: async (page, random) =>
      glare(await scan(page, random), {
        x: random.between(0.2, 0.9),
        y: random.between(0.8, 0.9),
        size: random.between(0.03, 0.07),
      }),
    jpeg: 85,
  },
  "finger on the lines": {
    distort: (page, random) => scan(finger(page, random), random),
    jpeg: 85,
  },
} satisfies Record<string, KindOf>;

export type Kind = keyof typeof kinds;
export const allKinds = Object.keys(kinds) as Kind[];
/** A part of the lines cannot be seen; what must hold is that nothing wrong is called right. */
export const coveredKinds: readonly Kind[] = ["covered lines", "finger on the lines"];

/** The type of the reader's own glyphs, or, as of real passports, never quite that. */
export async function drawSpecimen(
  kind: Kind,
  index: number,
  type: "own" | "other",
): Promise<Specimen> {
  const random = seededRandom(1000 * (allKinds.indexOf(kind) + 1) + index);
  const lines = holderLines(index % 16, random);
  const { distort, width = 1500, jpeg, rotation }: KindOf = kinds[kind];
  const used: Type = type === "own" ? ownType : otherType(random);
  const page = await distort(drawPage(lines, { type: used, width, random }), random);
  const degrees = kind === "on its side" && rotation ? rotation(random) : 0;
  const turned = turnedBy(page, (360 - degrees) % 360);
  return {
    kind,
    lines,
    ...(await encode(turned, jpeg)),
    rotation: degrees || (rotation ? 180 : 0),
  };
}

function turnedBy(picture: GreyPicture, degrees: number): GreyPicture {
  return degrees <= 0 ? picture : turnedBy(quarterTurn(picture), degrees - 90);
}

function finger(page: GreyPicture, random: SeededRandom): GreyPicture {
  const [x, size] = [random.between(0.05, 0.95), random.between(0.03, 0.06)];
  return changed(page, (grey, u, v) =>
    v > 0.8 && Math.abs(u - x) < size * (0.5 + 2 * (v - 0.8)) ? 150 : grey,
  );
}

async function encode({ width, height, pixels }: GreyPicture, quality?: number) {
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } });
  return quality === undefined
    ? ({
        bytes: await picture.png({ compressionLevel: 1 }).toBuffer(),
        mimeType: "image/png",
      } as const)
    : ({ bytes: await picture.jpeg({ quality }).toBuffer(), mimeType: "image/jpeg" } as const);
}

/** The lines in a typeface that no passport has: five right digits are no proof, and nothing may be certain and wrong. */
export async function drawForeign(index: number): Promise<Specimen> {
  const random = seededRandom(50_000 + index);
  const lines = holderLines(8, random);
  const type = { ...otherType(random), family: random.pick(foreignFamilies) };
  const page = await scan(drawPage(lines, { type, width: 1500, random }), random);
  return { kind: "clean scan", lines, ...(await encode(page)), rotation: 0 };
}

/** Portraits, letters and tables: rows of type, but no two lines of a passport. */
export async function drawWithoutLines(index: number): Promise<Specimen> {
  const random = seededRandom(60_000 + index);
  const page = await scan(drawPaper({ width: 1500, isLetter: index % 3 !== 0, random }), random);
  return { kind: "clean scan", lines: ["", ""], ...(await encode(page, 85)), rotation: 0 };
}
