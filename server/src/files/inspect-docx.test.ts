import { describe, expect, it } from "vitest";
import { isTaken, sample } from "#server/testing/file-verdict.ts";
import {
  contentTypes,
  docxParts,
  sampleDocx,
  sampleImage,
  zipOf,
  type ZipPart,
} from "#server/testing/sample-files.ts";

const MEGABYTE = 1_048_576;
const SYMBOLIC_LINK = 0o120777;

function isWordFile(bytes: Buffer): Promise<boolean> {
  return isTaken(sample("a.docx", bytes));
}

async function isTakenWith(...extraParts: ZipPart[]): Promise<boolean> {
  return isWordFile(await sampleDocx(extraParts));
}

/** The same archive with another kind of document named in its content types. */
function documentOfType(mainType: string): Promise<Buffer> {
  const types = { name: "[Content_Types].xml", content: contentTypes(mainType) };
  return zipOf([types, { name: "word/document.xml", content: "<document/>" }]);
}

/** yazl refuses to write such names, so they are patched in afterwards. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

/** Lies about the sizes of the first entry in the directory. */
function declaring(zip: Buffer, sizes: { packed: number; unpacked: number }): Buffer {
  const at = zip.indexOf("PK\x01\x02", 0, "latin1");
  zip.writeUInt32LE(sizes.packed, at + 20);
  zip.writeUInt32LE(sizes.unpacked, at + 24);
  return zip;
}

describe("a Word file is taken", () => {
  it("wherever its content types stand in it", async () => {
    expect(await isWordFile(await zipOf(docxParts.toReversed()))).toBe(true);
  });

  it("with pictures, comments and settings", async () => {
    const picture = { name: "word/media/1.png", content: await sampleImage("png"), isStored: true };
    expect(await isTakenWith(picture, { name: "word/settings.xml", content: "<s/>" })).toBe(true);
  });

  it("with 2,000 entries [asvs 49]", async () => {
    const pages = Array.from({ length: 1997 }, (_, at) => ({ name: `page/${at}` }));
    expect(await isTakenWith(...pages)).toBe(true);
  });
});

describe("a Word file is refused [asvs 49]", () => {
  it("with 2,001 entries", async () => {
    const pages = Array.from({ length: 1998 }, (_, at) => ({ name: `page/${at}` }));
    expect(await isTakenWith(...pages)).toBe(false);
  });

  it("when a part would unpack to more than two hundred times its size", async () => {
    const part = { name: "word/bomb.xml", content: Buffer.alloc(MEGABYTE) };
    expect(await isTakenWith(part)).toBe(false);
  });

  it("when it says it would unpack to more than 100 MB", async () => {
    const zip = await sampleDocx();
    expect(await isWordFile(declaring(zip, { packed: MEGABYTE, unpacked: 101 * MEGABYTE }))).toBe(
      false,
    );
  });

  it("when its content types are longer than their directory says", async () => {
    const zip = await sampleDocx();
    expect(await isWordFile(declaring(zip, { packed: 200, unpacked: 10 }))).toBe(false);
  });

  it.each(["word/vbaProject.bin", "word/VBAPROJECT.BIN", "customUI/vbaData.xml"])(
    "with a macro part: %s",
    async (name) => {
      expect(await isTakenWith({ name, content: "x" })).toBe(false);
    },
  );

  it.each([
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
  ])("when it is in truth another kind: %s", async (mainType) => {
    expect(await isWordFile(await documentOfType(mainType))).toBe(false);
  });

  it("when it is any other archive", async () => {
    expect(await isWordFile(await zipOf([{ name: "a.txt", content: "a" }]))).toBe(false);
  });

  it("with a symbolic link", async () => {
    const link = { name: "word/link", content: "/etc/passwd", mode: SYMBOLIC_LINK };
    expect(await isTakenWith(link)).toBe(false);
  });

  it.each([
    ["a way out of its folder", "word/aa/x", "word/../x"],
    ["an absolute name", "aword/x", "/word/x"],
    ["a name in Windows style", "word/aa/x", "word\\aa\\x"],
  ])("with %s", async (_, plain, harmful) => {
    const zip = await sampleDocx([{ name: plain, content: "x" }]);
    expect(await isWordFile(zip)).toBe(true);
    expect(await isWordFile(renamed(zip, plain, harmful))).toBe(false);
  });

  it("with the same part twice", async () => {
    expect(await isWordFile(await zipOf([...docxParts, ...docxParts]))).toBe(false);
  });

  it("with another file before or behind it", async () => {
    const zip = await sampleDocx();
    expect(await isWordFile(Buffer.concat([await sampleImage("gif"), zip]))).toBe(false);
    expect(await isWordFile(Buffer.concat([zip, Buffer.from("tail")]))).toBe(false);
  });

  it("when it is cut", async () => {
    const zip = await sampleDocx();
    expect(await isWordFile(zip.subarray(0, -30))).toBe(false);
  });
});
