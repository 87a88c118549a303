import { describe, expect, it } from "vitest";
import { uploadRules, type UploadRuleName } from "contract/files";
import { isTaken, sample, type Sample } from "#server/testing/file-verdict.ts";
import {
  compoundFile,
  pngHeader,
  sampleDoc,
  sampleDocx,
  sampleHeic,
  sampleHtml,
  sampleImage,
  samplePdf,
  sampleSvg,
} from "#server/testing/sample-files.ts";

const pdf = await samplePdf();
const docx = await sampleDocx();
const jpeg = await sampleImage("jpeg");
const png = await sampleImage("png");
const webp = await sampleImage("webp");
const gif = await sampleImage("gif");
const avif = await sampleImage("avif");
const heic = await sampleHeic();

const text = (content: string) => Buffer.from(content);
const littleEndian = (content: string) => Buffer.from(`\uFEFF${content}`, "utf16le");
const bigEndian = (content: string) => littleEndian(content).swap16();
const under = (rule: UploadRuleName, item: Sample): Sample => ({ ...item, rule });

describe("genuine files are taken [asvs 48]", () => {
  const manyStreams = Array.from({ length: 30 }, (_, at) => `Stream${at}`);
  const genuine: [string, Sample][] = [
    ["a PDF", sample("a.pdf", pdf)],
    ["a PDF with its type", sample("a.PDF", pdf, "application/pdf")],
    ["a PDF that n8n labels as text", sample("a.pdf", pdf, "text/plain")],
    ["a PDF with an empty label", sample("a.pdf", pdf, "application/octet-stream")],
    ["an old Word file", sample("a.doc", sampleDoc(), "application/msword")],
    ["one with many streams", sample("a.doc", compoundFile([...manyStreams, "WordDocument"], 3))],
    ["a new Word file", sample("a.docx", docx)],
    ["a new Word file labelled as an old one", sample("a.docx", docx, "application/msword")],
    ["a new Word file labelled as a ZIP", sample("a.docx", docx, "application/zip")],
    ["a JPEG", sample("a.jpg", jpeg, "image/jpeg")],
    ["a JPEG under its other name and label", sample("a.jpeg", jpeg, "image/jpg")],
    ["a PNG", sample("a.png", png, "image/png")],
    ["a WebP", sample("a.webp", webp)],
    ["a GIF", sample("a.gif", gif)],
    ["a HEIC", sample("IMG_1.HEIC", heic, "image/heif")],
    ["a picture of 50 megapixels", sample("a.png", pngHeader(10_000, 5_000))],
    ["a text", sample("a.txt", text("Café ☕\r\n"), "text/plain; charset=utf-8")],
    ["a long Arabic text", sample("a.txt", text("سطر من النص\n".repeat(9000)))],
    ["a text in UTF-16", sample("a.txt", littleEndian("مرحبا"))],
    ["a text in the other UTF-16", sample("a.txt", bigEndian("Hello"))],
    ["a text that mentions tags", sample("a.txt", text("< means less, <b> means bold"))],
  ];
  it.each(genuine)("%s", async (_, item) => {
    expect(await isTaken(item)).toBe(true);
  });
});

describe("files that are not what they say are refused [asvs 9, 48, 51]", () => {
  const hostile: [string, Sample][] = [
    ["an empty file", sample("a.txt", Buffer.alloc(0))],
    ["a page named PDF", sample("a.pdf", sampleHtml)],
    ["a PDF behind a page", sample("a.pdf", Buffer.concat([sampleHtml, pdf]))],
    ["a PDF behind one byte", sample("a.pdf", Buffer.concat([text("\n"), pdf]))],
    ["a PDF declared as a page", sample("a.pdf", pdf, "text/html; charset=utf-8")],
    ["a PDF declared as a picture", sample("a.pdf", pdf, "image/png")],
    ["a PDF declared as a drawing", sample("a.pdf", pdf, "image/svg+xml")],
    ["a PDF declared as a script", sample("a.pdf", pdf, "text/javascript")],
    ["a PDF named as a picture", sample("a.jpg", pdf)],
    ["a PDF named as a text", sample("a.txt", pdf)],
    ["a PDF without an extension", sample("pdf", pdf)],
    ["a program", sample("a.pdf", Buffer.from("MZ\x90\x00\x03", "latin1"))],
    ["a program by its name", sample("a.exe", pdf)],
    ["a page", sample("a.html", sampleHtml, "text/html")],
    ["a page named as a text", sample("a.txt", sampleHtml)],
    ["a drawing", sample("a.svg", sampleSvg, "image/svg+xml")],
    ["a drawing named as a picture", sample("a.png", sampleSvg, "image/png")],
    ["a drawing named as a text", sample("a.txt", sampleSvg)],
    ["one behind other words", sample("a.txt", Buffer.concat([text("hello "), sampleSvg]))],
    ["a drawing in UTF-16", sample("a.txt", littleEndian(sampleSvg.toString()))],
    ["XML named as a text", sample("a.txt", text('<?xml version="1.0"?><a/>'))],
    ["a text with NUL", sample("a.txt", text("a\0b"))],
    ["a text with NUL far behind", sample("a.txt", text(`${"a".repeat(70_000)}\0`))],
    ["a text in no known encoding", sample("a.txt", Buffer.from([0x61, 0xe9, 0x62]))],
    ["a text that ends within a letter", sample("a.txt", Buffer.from([0x61, 0xd8]))],
    ["rich text named as a text", sample("a.txt", text("{\\rtf1 hello}"))],
    ["a PNG named JPEG", sample("a.jpg", png)],
    ["a JPEG named PNG", sample("a.png", jpeg)],
    ["a WebP as an agreement", under("serviceAgreement", sample("a.webp", webp))],
    ["a GIF as a document", under("caseDocument", sample("a.gif", gif))],
    ["a picture where a PDF is wanted", under("serviceAgreementPdf", sample("a.png", png))],
    ["a text as a document", under("caseDocument", sample("a.txt", text("Hello")))],
    ["an AVIF named HEIC", sample("a.heic", avif)],
    ["a GIF that is a script", sample("a.gif", text(`GIF89a=1;/*${" ".repeat(200)}*/alert(1)`))],
    ["a WebP that is cut", sample("a.webp", webp.subarray(0, 200))],
    ["a JPEG with nothing behind", sample("a.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]))],
    ["a picture of 51 megapixels", sample("a.png", pngHeader(10_200, 5_000))],
    ["a spreadsheet named as Word", sample("a.doc", compoundFile(["Workbook"]))],
    ["an installer named as Word", sample("a.doc", compoundFile(["\u4840\u3f3f\u4577"]))],
    ["a protected file named as Word", sample("a.docx", compoundFile(["EncryptedPackage"]))],
    ["a folder called WordDocument", sample("a.doc", withFolderInsteadOfStream())],
    ["a directory that runs in a circle", sample("a.doc", withCircularDirectory())],
    ["an old Word file that is cut", sample("a.doc", sampleDoc().subarray(0, 700))],
    ["a new Word file named as an old one", sample("a.doc", docx)],
    ["an old Word file named as a new one", sample("a.docx", sampleDoc())],
  ];
  it.each(hostile)("%s", async (_, item) => {
    expect(await isTaken(item)).toBe(false);
  });

  const rules = Object.keys(uploadRules) as UploadRuleName[];
  it.each(rules)("a drawing under any name or type: %s", async (rule) => {
    for (const extension of ["svg", "png", "jpg", "pdf", "txt", "doc", "docx", "html", "xml"]) {
      for (const declared of ["", "image/svg+xml", "image/png", "text/plain"]) {
        const item = under(rule, sample(`a.${extension}`, sampleSvg, declared));
        expect(await isTaken(item)).toBe(false);
      }
    }
  });
});

function withFolderInsteadOfStream(): Buffer {
  const bytes = compoundFile(["WordDocument"]);
  bytes[1024 + 128 + 66] = 1;
  return bytes;
}

function withCircularDirectory(): Buffer {
  const bytes = compoundFile(["Workbook"]);
  bytes.writeUInt32LE(1, 512 + 4);
  return bytes;
}
