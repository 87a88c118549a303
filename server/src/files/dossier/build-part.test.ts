import { degrees, PDFDocument, PDFName, PDFString } from "pdf-lib";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { loadFonts } from "#server/files/papers/fonts.ts";
import { drawPart, frontWith } from "#testing/dossier-part.ts";
import { sampleImage } from "#testing/sample-files.ts";
import { lookInto } from "./look-into.ts";
import { drawPicture } from "./picture.ts";

const front = frontWith({
  index: [
    [
      { section: "ريما صرّوف" },
      {
        no: 1,
        label: "Passport",
        person: "ريما صرّوف",
        date: null,
        at: { part: 1, page: 3, pageInPart: 2 },
      },
      { no: 2, label: "Photo", person: null, date: null, at: { part: 1, page: 7, pageInPart: 6 } },
    ],
  ],
});

/** Four pages, each turned further; the first has a typed field and a script. */
async function turnedPdf(): Promise<Buffer> {
  const source = await PDFDocument.create();
  for (const angle of [0, 90, 180, 270]) {
    const page = source.addPage([595, 842]);
    page.setRotation(degrees(angle));
    page.drawText(`Turned ${angle}`, { x: 80, y: 700, size: 30 });
  }
  const [first] = source.getPages();
  const field = source.getForm().createTextField("name");
  field.setText("typed value");
  if (first) field.addToPage(first, { x: 100, y: 500, width: 200, height: 30 });
  source.addJavaScript("greet", "app.alert('hello')");
  await source.attach(Buffer.from("secret"), "attached.txt");
  source.catalog.set(
    PDFName.of("OpenAction"),
    source.context.obj({ S: "Launch", F: PDFString.of("calc.exe") }),
  );
  return Buffer.from(await source.save());
}

type Sources = { pdf: Buffer; photo: Buffer };

function build({ pdf, photo }: Sources): Promise<Buffer> {
  const person = "ريما صرّوف";
  const papers = [
    { content: pdf, label: "جواز سفر", heading: person, person, pages: 4 },
    { content: photo, label: "Photo", heading: "Other", format: "picture" as const },
  ];
  return drawPart(papers, { totalPages: 7, front });
}

let sources: Sources;
let part: Buffer;
beforeAll(async () => {
  await loadFonts();
  const photo = await sampleImage("jpeg", { width: 900, height: 600 });
  sources = { pdf: await turnedPdf(), photo };
  part = await build(sources);
});

const read = (bytes: Buffer) => getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;

const rounded = (points: number) => Number(points.toFixed(2));

describe("a part of a dossier", () => {
  it(
    "is numbered on every page, and index, bookmark and stamp lead to the same page",
    { tags: ["W-DOS-018"] },
    async () => {
      const document = await read(part);
      expect(document.numPages).toBe(7);
      expect(await document.getPageLabels()).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
      for (let number = 1; number <= 7; number += 1) {
        const { items } = await (await document.getPage(number)).getTextContent();
        const words = items.map((item) => ("str" in item ? item.str : "")).join(" ");
        expect(words).toContain(`Page ${number} of 7`);
      }
      const index = await document.getPage(2);
      const pages = await Promise.all(
        (await index.getAnnotations()).map(async ({ dest }: { dest: string }) => {
          const [target] = (await document.getDestination(dest)) ?? [];
          return document.getPageIndex(target as never);
        }),
      );
      expect(pages).toEqual([2, 6]);
      const outline = await document.getOutline();
      const papers = outline[1]?.items.flatMap(({ items }) => items) ?? [];
      const begin = await Promise.all(
        papers.map(({ dest }) => document.getPageIndex((dest as [never])[0])),
      );
      expect(begin).toEqual(pages);
    },
  );

  it("has bookmarks of three levels, in any letters", { tags: ["W-DOS-019"] }, async () => {
    const [, papers] = await (await read(part)).getOutline();
    expect(papers?.items[0]?.title).toBe("ريما صرّوف");
    expect(papers?.items[0]?.items[0]?.title).toBe("1 جواز سفر – ريما صرّوف");
  });

  it(
    "is A4 throughout, upright or lying as its source is seen",
    { tags: ["W-DOS-020"] },
    async () => {
      const document = await PDFDocument.load(part);
      const sizes = document
        .getPages()
        .map((page) => [rounded(page.getWidth()), rounded(page.getHeight())]);
      const [upright, lying] = [
        [595.28, 841.89],
        [841.89, 595.28],
      ];
      expect(sizes).toEqual([upright, upright, upright, lying, upright, lying, lying]);
    },
  );

  it(
    "shows what was typed into a form, which is no form any more",
    { tags: ["W-DOS-023"] },
    async () => {
      const document = await read(part);
      expect(await document.getFieldObjects()).toBeNull();
      const { items } = await (await document.getPage(3)).getTextContent();
      expect(items.map((item) => ("str" in item ? item.str : ""))).toContain("typed value");
    },
  );

  it("has nothing in it that acts, and no attachment", { tags: ["W-DOS-024"] }, async () => {
    const document = await read(part);
    expect(await document.getJSActions()).toBeNull();
    expect(await document.getOpenAction()).toBeNull();
    expect(await document.getAttachments()).toBeNull();
    for (const word of ["JavaScript", "Launch", "EmbeddedFile", "calc.exe"])
      expect(part.includes(word), word).toBe(false);
  });

  it("has the same bytes each time", async () => {
    expect((await build(sources)).equals(part)).toBe(true);
  });
});

it(
  "a photo is turned upright, fine enough and without what the camera noted",
  { tags: ["W-DOS-025"] },
  async () => {
    const photo = await sharp({
      create: { width: 4000, height: 3000, channels: 3, background: "#335577" },
    })
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: "x" }, IFD3: { GPSLatitudeRef: "N" } })
      .jpeg()
      .toBuffer();
    const turned = await sharp(photo).withMetadata({ orientation: 6 }).toBuffer();
    const { jpeg, width, height } = await drawPicture(turned);
    const { exif } = await sharp(jpeg).metadata();
    expect(exif).toBeUndefined();
    expect(height).toBeGreaterThan(width);
    expect([width <= 1654, height <= 2339]).toEqual([true, true]);
  },
);

it(
  "a PDF that was cut is damaged, whatever one reader makes of it",
  { tags: ["W-DOS-026"] },
  async () => {
    const { pdf } = sources;
    const cut = pdf.subarray(0, Math.round(pdf.length * 0.6));
    expect(await lookInto(pdf, "application/pdf")).toMatchObject({ pages: 4 });
    expect(await lookInto(cut, "application/pdf")).toEqual({ pages: null, problem: "damaged" });
  },
);

it(
  "a paper of many pages tells how far it is while it is drawn",
  { tags: ["W-DOS-047"] },
  async () => {
    const source = await PDFDocument.create();
    for (let page = 0; page < 45; page += 1) source.addPage();
    const content = Buffer.from(await source.save());
    const told: number[] = [];
    await drawPart([{ content, pages: 45 }], {}, (pages) => told.push(pages));
    expect(told).toEqual([0, 10, 20, 30, 40, 45]);
  },
);
