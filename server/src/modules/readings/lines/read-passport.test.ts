import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { drawSpecimen, drawWithoutLines, type Specimen } from "#testing/passports/specimens.ts";
import { quarterTurn } from "./grey-picture.ts";
import { judgeLines } from "./judge-lines.ts";
import { openPicture } from "./open-picture.ts";
import { drawStrip, readPassport } from "./read-passport.ts";
import { readPicture } from "./read-picture.ts";
import { namesAgree, stopEngine } from "./second-opinion.ts";

afterAll(stopEngine);

const clean = await drawSpecimen("clean scan", 0, "own");
const png = (bytes: Uint8Array) => readPassport({ bytes, mimeType: "image/png" });
const pdf = (bytes: Uint8Array) => readPassport({ bytes, mimeType: "application/pdf" });

/** Pages with a heading, and the passport on one of them. */
async function pdfWith(
  specimen: Specimen,
  { page, pages }: { page: number; pages: number },
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const picture = await document.embedPng(specimen.bytes);
  for (let number = 1; number <= pages; number += 1) {
    const sheet = document.addPage(number === page ? [360, 300] : [150, 100]);
    if (number === page) sheet.drawImage(picture, { x: 10, y: 20, width: 340, height: 240 });
    else sheet.drawText(`Certified copy, page ${number}`, { x: 10, y: 60, size: 8 });
  }
  return document.save();
}

describe("reading a passport", () => {
  it("reads a scan, both lines", async () => {
    expect(await png(clean.bytes)).toMatchObject({
      state: "read",
      page: 1,
      rotation: 0,
      digits: "+++++",
      namesAgreed: true,
      lines: clean.lines,
      doubtful: [],
    });
  });

  it(
    "reads one that lies or stands on its head like the upright one",
    { tags: ["W-MRZ-006"] },
    async () => {
      let turned = await openPicture(clean.bytes);
      for (const rotation of [270, 180, 90]) {
        turned = quarterTurn(turned);
        expect(readPicture(turned)).toMatchObject({ lines: clean.lines, rotation });
      }
      const lying = sharp(clean.bytes).rotate(270).withMetadata({ orientation: 6 });
      const photo = { bytes: await lying.jpeg({ quality: 95 }).toBuffer(), mimeType: "image/jpeg" };
      expect(await readPassport(photo)).toMatchObject({ lines: clean.lines, rotation: 0 });
    },
  );

  it.each(["perspective 12", "all together"] as const)(
    "reads type of another printer: %s",
    async (kind) => {
      const { bytes, lines } = await drawSpecimen(kind, 5, "other");
      const read = readPicture(await openPicture(bytes));
      expect(read).toMatchObject({ lines, digits: "+++++" });
    },
  );

  it("calls nothing right that a finger hides", async () => {
    const { bytes, lines } = await drawSpecimen("finger on the lines", 0, "own");
    const read = readPicture(await openPicture(bytes));
    if (read === null || read === "not_td3") throw new Error("The lines were not found.");
    const today = "2026-11-22";
    const { likeness, doubtful } = read;
    const seen = judgeLines(...read.lines, {
      today,
      read: { likeness, doubtful, namesAgreed: null },
    });
    const truth = judgeLines(...lines, { today });
    for (const [index, { mark, value }] of seen.fields.entries()) {
      if (mark === "right") expect(value).toBe(truth.fields[index]?.value);
    }
    expect(doubtful).toContain("personalNumber");
  });

  it(
    "finds it on the third page of a PDF, and does not look at the fourth",
    { tags: ["W-MRZ-007"] },
    async () => {
      const third = await pdf(await pdfWith(clean, { page: 3, pages: 4 }));
      expect(third).toMatchObject({ page: 3, lines: clean.lines });
      const fourth = await pdf(await pdfWith(clean, { page: 4, pages: 4 }));
      expect(fourth).toEqual({ state: "unreadable", problem: "no_lines" });
    },
  );

  it("says why a file cannot be read", { tags: ["W-MRZ-036"] }, async () => {
    const whole = await pdfWith(clean, { page: 1, pages: 5 });
    expect(await pdf(whole.subarray(0, whole.length * 0.6))).toMatchObject({ problem: "damaged" });
    expect(await pdf(lockedPdf)).toMatchObject({ problem: "locked" });
    const create = { width: 10_000, height: 6000, channels: 3, background: "white" } as const;
    const large = await sharp({ create, limitInputPixels: false }).png().toBuffer();
    expect(await png(large)).toMatchObject({ problem: "too_large" });
    const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    expect(await readPassport({ bytes: clean.bytes, mimeType: word })).toEqual({
      state: "unreadable",
      problem: "word",
    });
  });

  // Of a hundred letters and photographs this one is most like two lines; the bench reads all of them.
  it.each([44])("finds no lines in letter %i", { tags: ["W-MRZ-003"] }, async (number) => {
    const letter = await drawWithoutLines(number);
    expect(await readPassport(letter)).toEqual({ state: "unreadable", problem: "no_lines" });
  });

  it(
    "says when the second reader saw another name; the cells' name is proposed",
    { tags: ["W-MRZ-021"] },
    async () => {
      const read = readPicture(await openPicture(clean.bytes));
      if (read === null || read === "not_td3") throw new Error("The lines were not found.");
      expect(await namesAgree(read)).toBe(true);
      const lines: [string, string] = [read.lines[0].replace("SARROUF", "SARROUP"), read.lines[1]];
      expect(await namesAgree({ ...read, lines })).toBe(false);
      const how = { likeness: read.likeness, doubtful: [], namesAgreed: false };
      const { fields } = judgeLines(...lines, { today: "2026-11-22", read: how });
      expect(fields[0]).toEqual({ name: "name", value: "SARROUP, NADIM", mark: "by_eye" });
    },
  );

  it("has no second opinion where the data of its engine are missing, and does not wait for them", async () => {
    const read = readPicture(await openPicture(clean.bytes));
    if (read === null || read === "not_td3") throw new Error("The lines were not found.");
    await stopEngine();
    expect(await namesAgree(read, "/nowhere")).toBeNull();
    await stopEngine();
    expect(await namesAgree(read)).toBe(true);
  });

  it("cuts out the two lines, straightened", async () => {
    const strip = await drawStrip({ bytes: clean.bytes, mimeType: "image/png" });
    expect(await sharp(strip ?? Buffer.alloc(0)).metadata()).toMatchObject({
      width: 1320,
      height: 100,
    });
  });
});

/** Opens with a password only: the smallest PDF with an encryption no reader knows the key of. */
const lockedPdf = new TextEncoder().encode(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
4 0 obj<</Filter/Standard/V 1/R 2/P -4/O<${"41".repeat(32)}>/U<${"42".repeat(32)}>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<43><43>]/Size 5>>
%%EOF`);
