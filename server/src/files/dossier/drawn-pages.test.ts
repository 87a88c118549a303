/** What a dossier looks like: its pages are drawn as a reader draws them, and looked at. */
import { PDFDocument as WritingDocument } from "@cantoo/pdf-lib";
import { degrees, PDFDocument, PDFName, rgb } from "pdf-lib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadFonts } from "#server/files/papers/fonts.ts";
import { drawPart, frontWith } from "#testing/dossier-part.ts";
import { type Dot, inkOf, isWhite, type PagePicture, picturesOf } from "#testing/page-picture.ts";
import { sampleImage } from "#testing/sample-files.ts";
import { lookInto } from "./look-into.ts";
import { A4, FOOT } from "./page-place.ts";

beforeAll(() => loadFonts());

const colours = {
  red: rgb(1, 0, 0),
  green: rgb(0, 1, 0),
  blue: rgb(0, 0, 1),
  yellow: rgb(1, 1, 0),
};
type Colour = keyof typeof colours;
const crop = { x: 40, y: 90, width: 480, height: 660 };
const CORNER = 60;

/** What is seen is grey with a corner of each colour; around it lies black that nobody is to see. */
async function turnedPages(angles: readonly number[]): Promise<Buffer> {
  const source = await PDFDocument.create();
  const { x, y, width, height } = crop;
  const [right, top] = [x + width - CORNER, y + height - CORNER];
  const corners: [Colour, number, number][] = [
    ["red", x, top],
    ["green", right, top],
    ["blue", right, y],
    ["yellow", x, y],
  ];
  for (const angle of angles) {
    const page = source.addPage([595, 842]);
    page.drawRectangle({ x: 0, y: 0, width: 595, height: 842, color: rgb(0, 0, 0) });
    page.drawRectangle({ ...crop, color: rgb(0.5, 0.5, 0.5) });
    for (const [colour, left, bottom] of corners)
      page.drawRectangle({
        x: left,
        y: bottom,
        width: CORNER,
        height: CORNER,
        color: colours[colour],
      });
    page.setCropBox(x, y, width, height);
    page.setRotation(degrees(angle));
  }
  return Buffer.from(await source.save());
}

const nameOfColour = ({ red, green, blue }: Dot): string => {
  const bright = [red > 200, green > 200, blue > 200].map(Number).join("");
  return { "100": "red", "010": "green", "001": "blue", "110": "yellow" }[bright] ?? bright;
};

/** From the upper left, clockwise. */
function cornersOf(page: PagePicture): string[] {
  const { left, right, top, bottom } = inkOf(page, page.height - FOOT);
  const inside = CORNER / 3;
  return [
    page.at(left + inside, top + inside),
    page.at(right - inside, top + inside),
    page.at(right - inside, bottom - inside),
    page.at(left + inside, bottom - inside),
  ].map(nameOfColour);
}

describe("a page that is turned and cut", () => {
  const angles = [0, 90, 180, 270];

  it(
    "shows its content whole, its stamp at the foot as it is read",
    { tags: ["W-DOS-021"] },
    async () => {
      const content = await turnedPages(angles);
      const pages = await picturesOf(await drawPart([{ content, pages: 4 }]));
      expect(pages.map(cornersOf)).toEqual([
        ["red", "green", "blue", "yellow"],
        ["yellow", "red", "green", "blue"],
        ["blue", "yellow", "red", "green"],
        ["green", "blue", "yellow", "red"],
      ]);
      for (const [index, page] of pages.entries()) {
        const { left, right, top, bottom } = inkOf(page, page.height - FOOT);
        const [width, height] = [right - left, bottom - top];
        const [long, short] = [Math.max(width, height), Math.min(width, height)];
        expect(long / short).toBeCloseTo(crop.height / crop.width, 1);
        expect([top >= 0, bottom <= page.height - FOOT]).toEqual([true, true]);
        const stamp = page.words.filter(({ text }) => text === `Page ${index + 1} of 4`);
        expect(stamp).toHaveLength(1);
        expect(stamp[0]!.y).toBeCloseTo(14.17, 1);
      }
    },
  );
});

it(
  "no source reaches under the stamp: the foot holds its words alone",
  { tags: ["W-DOS-022"] },
  async () => {
    const source = await PDFDocument.create();
    for (const size of [
      [595, 842],
      [842, 595],
      [2000, 300],
      [300, 2000],
    ] as const) {
      const [width, height] = size;
      source.addPage([...size]).drawRectangle({ x: 0, y: 0, width, height, color: rgb(0, 0, 0) });
    }
    const photo = await sampleImage("jpeg", { width: 900, height: 1400 });
    const part = await drawPart([
      { content: Buffer.from(await source.save()), pages: 4 },
      { content: photo, format: "picture" },
    ]);
    for (const page of await picturesOf(part)) {
      const words = page.words.filter(({ y }) => y < FOOT);
      expect(words.map(({ text }) => text)).toContain("VU-2026-0014");
      const isUnderWord = (x: number) =>
        words.some((word) => x >= word.x - 2 && x <= word.x + word.width + 2);
      const strange = [];
      for (let y = Math.ceil(page.height - FOOT) + 1; y < page.height; y += 1)
        for (let x = 0; x < page.width; x += 1)
          if (!isUnderWord(x) && !isWhite(page.at(x, y))) strange.push([x, y]);
      expect(strange).toEqual([]);
    }
  },
);

describe("a name in Arabic letters", () => {
  const typed = "محمد صرّوف";
  const person = { category: "Main Applicant", dateOfBirth: "12 Mar 1979" };
  const front = frontWith({
    people: [
      { ...person, name: "SARROUF, MOHAMED", typedName: typed, passportNumber: "LR0012345" },
    ],
    index: [
      [
        { section: typed },
        {
          no: 1,
          label: "Passport (Lebanon)",
          person: "محمد",
          date: { word: "valid until", day: "4 Jul 2031" },
          at: { part: 1, page: 3, pageInPart: 2 },
        },
      ],
    ],
  });

  it(
    "is joined, runs to the left, and turns no number beside it round",
    { tags: ["W-DOS-033"] },
    async () => {
      const content = await turnedPages([0]);
      const scale = 2;
      const part = await drawPart([{ content }], { front, totalPages: 3 });
      const [cover, index] = await picturesOf(part, scale);
      const ofCover = cover!.words.map(({ text }) => text);
      expect(ofCover).toEqual(expect.arrayContaining(["12 Mar 1979", "LR0012345"]));
      const ofIndex = index!.words.map(({ text }) => text);
      expect(ofIndex).toEqual(
        expect.arrayContaining(["1", "Passport (Lebanon)", "valid until", "4 Jul 2031", "3"]),
      );
      const onCover = cover!.words.find(({ text }) => text.startsWith("محمد"));
      expect(onCover?.direction).toBe("rtl");
      const inIndex = index!.words.find(({ text }) => text === "محمد");
      expect(inIndex?.direction).toBe("rtl");
      // Joined letters leave no column of dots empty between them.
      expect(gapsIn(index!, inIndex!, scale)).toBe(0);
    },
  );
});

/** Columns without ink between the first and the last letter of a word. */
function gapsIn(page: PagePicture, { x, y, width }: PagePicture["words"][number], scale: number) {
  const base = page.height - y * scale;
  const isInked = (column: number) => {
    for (let row = base - 9 * scale; row < base + 4 * scale; row += 1)
      if (!isWhite(page.at(column, row))) return true;
    return false;
  };
  const columns = Array.from({ length: Math.round(width * scale) }, (_, index) =>
    isInked(x * scale + index),
  );
  const inked = columns.slice(columns.indexOf(true), columns.lastIndexOf(true) + 1);
  return inked.filter((hasInk) => !hasInk).length;
}

it(
  "the same part has the same bytes on another day and another machine",
  { tags: ["W-DOS-017"] },
  async () => {
    const content = await turnedPages([0, 90]);
    const photo = await sampleImage("jpeg", { width: 900, height: 600 });
    const sources = [
      { content, pages: 2 },
      { content: photo, format: "picture" as const },
    ];
    const order = { front: frontWith({}), totalPages: 4 };
    const before = await drawPart(sources, order);
    vi.stubEnv("TZ", "Pacific/Kiritimati");
    vi.stubEnv("LANG", "ar_AE.UTF-8");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-02-03T21:30:00.000Z") });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    try {
      expect((await drawPart(sources, order)).equals(before)).toBe(true);
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    }
  },
);

describe("a PDF with a lock or a signature", { tags: ["W-DOS-027"] }, () => {
  async function lockedWith(passwords: Record<string, string>): Promise<Buffer> {
    const source = await WritingDocument.create();
    source.addPage([A4.short, A4.long]).drawText("Behind a lock", { x: 80, y: 700, size: 30 });
    source.encrypt({ ...passwords, permissions: { printing: false, copying: false } } as never);
    return Buffer.from(await source.save());
  }

  it("is locked when it asks whoever opens it for a password", async () => {
    const content = await lockedWith({ userPassword: "open", ownerPassword: "own" });
    expect(await lookInto(content, "application/pdf")).toEqual({ pages: null, problem: "locked" });
  });

  it("is taken without its restrictions when only they stand under a password", async () => {
    const content = await lockedWith({ ownerPassword: "own" });
    const facts = await lookInto(content, "application/pdf");
    expect(facts).toEqual({ pages: 1, problem: "restricted" });
    const part = await drawPart([{ content }]);
    const [page] = await picturesOf(part);
    expect(page!.words.map(({ text }) => text)).toContain("Behind a lock");
    expect(part.includes("/Encrypt")).toBe(false);
  });

  it("is signed when a signature field has a value", async () => {
    const source = await PDFDocument.create();
    source.addPage([A4.short, A4.long]);
    const value = source.context.obj({ Type: "Sig", Filter: "Adobe.PPKLite" });
    const field = source.context.obj({ FT: "Sig", V: source.context.register(value) });
    const form = source.context.obj({ Fields: [source.context.register(field)], SigFlags: 3 });
    source.catalog.set(PDFName.of("AcroForm"), form);
    const content = Buffer.from(await source.save());
    expect(await lookInto(content, "application/pdf")).toEqual({ pages: 1, problem: "signed" });
  });
});
