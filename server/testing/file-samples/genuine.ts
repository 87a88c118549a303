/** What families and the bureau really send, in every kind and under every label that programs put on it. */
import sharp from "sharp";
import {
  compoundFile,
  docxParts,
  pngHeader,
  sampleDoc,
  sampleDocx,
  sampleHeic,
  sampleHtml,
  sampleImage,
  samplePdf,
  zipOf,
} from "#testing/sample-files.ts";
import {
  encryptedPdf,
  gifWithComment,
  jpegWithComment,
  MEGABYTE,
  nestedBomb,
} from "./containers.ts";
import type { Accepted } from "./file-sample.ts";

const text = (content: string) => Buffer.from(content);

export async function genuineSamples(): Promise<Accepted[]> {
  return [...(await papers()), ...(await pictures()), ...texts(), ...(await harmlessOddities())];
}

async function papers(): Promise<Accepted[]> {
  const [pdf, docx] = [await samplePdf(), await sampleDocx()];
  const picture = { name: "word/media/1.png", content: await sampleImage("png"), isStored: true };
  const streams = Array.from({ length: 30 }, (_, at) => `Stream${at}`);
  const pages = Array.from({ length: 1997 }, (_, at) => ({ name: `page/${at}` }));
  return [
    { what: "a PDF", name: "a.pdf", bytes: pdf, declared: "application/pdf" },
    { what: "a PDF in capitals", name: "A.PDF", bytes: pdf },
    { what: "a PDF labelled as text", name: "a.pdf", bytes: pdf, declared: "text/plain" },
    { what: "a PDF with an old label", name: "a.pdf", bytes: pdf, declared: "application/x-pdf" },
    { what: "a PDF as bytes", name: "a.pdf", bytes: pdf, declared: "application/octet-stream" },
    { what: "a PDF with an odd label", name: "a.pdf", bytes: pdf, declared: "x/y; z=1" },
    { what: "a PDF as a document", name: "a.pdf", bytes: pdf, rule: "caseDocument" },
    { what: "a PDF as an agreement", name: "a.pdf", bytes: pdf, rule: "serviceAgreementPdf" },
    { what: "a PDF as an invoice", name: "a.pdf", bytes: pdf, rule: "invoiceFile" },
    { what: "a PDF as a receipt", name: "a.pdf", bytes: pdf, rule: "paymentReceipt" },
    { what: "a PDF with a password", name: "statement.pdf", bytes: encryptedPdf },
    { what: "a PDF that ends too early", name: "a.pdf", bytes: pdf.subarray(0, 400) },
    { what: "a PDF of one byte less", name: "a.pdf", bytes: await samplePdf(10 * MEGABYTE - 1) },
    { what: "a PDF of exactly 10 MB", name: "a.pdf", bytes: await samplePdf(10 * MEGABYTE) },
    { what: "an old Word file", name: "a.doc", bytes: sampleDoc(), declared: "application/msword" },
    {
      what: "one with many streams",
      name: "a.doc",
      bytes: compoundFile([...streams, "WordDocument"]),
    },
    { what: "a Word file", name: "a.docx", bytes: docx, rule: "caseDocument" },
    {
      what: "a Word file labelled as an old one",
      name: "a.docx",
      bytes: docx,
      declared: "application/msword",
    },
    {
      what: "a Word file labelled as a ZIP",
      name: "a.docx",
      bytes: docx,
      declared: "application/zip",
    },
    { what: "a Word file with a picture", name: "a.docx", bytes: await sampleDocx([picture]) },
    {
      what: "a Word file from its end",
      name: "a.docx",
      bytes: await zipOf(docxParts.toReversed()),
    },
    { what: "a Word file of 2,000 parts", name: "a.docx", bytes: await sampleDocx(pages) },
  ];
}

async function pictures(): Promise<Accepted[]> {
  const [jpeg, png] = [await sampleImage("jpeg"), await sampleImage("png")];
  const photo = await sharp(jpeg)
    .withExif({
      IFD0: { Artist: "Nadim" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "25/1 12/1 0/1" },
    })
    .toBuffer();
  return [
    { what: "a JPEG", name: "a.jpg", bytes: jpeg, declared: "image/jpeg" },
    { what: "a JPEG by its long name", name: "a.jpeg", bytes: jpeg, declared: "image/jpg" },
    { what: "a JPEG with an old label", name: "a.JPG", bytes: jpeg, declared: "image/pjpeg" },
    {
      what: "a photo that says where it was taken",
      name: "IMG_1.jpg",
      bytes: photo,
      rule: "caseDocument",
    },
    { what: "a PNG", name: "a.png", bytes: png, declared: "image/png" },
    { what: "a PNG with an old label", name: "a.png", bytes: png, declared: "image/x-png" },
    { what: "a PNG of 50 megapixels", name: "a.png", bytes: pngHeader(10_000, 5_000) },
    { what: "a WebP", name: "a.webp", bytes: await sampleImage("webp"), declared: "image/webp" },
    { what: "a GIF", name: "a.gif", bytes: await sampleImage("gif"), declared: "image/gif" },
    { what: "a HEIC", name: "IMG_2.HEIC", bytes: await sampleHeic(), declared: "image/heif" },
  ];
}

function texts(): Accepted[] {
  return [
    {
      what: "a text",
      name: "a.txt",
      bytes: text("Café ☕\r\n"),
      declared: "text/plain; charset=utf-8",
    },
    { what: "a text with a byte order mark", name: "a.txt", bytes: text("\uFEFFHello") },
    { what: "a long Arabic text", name: "a.txt", bytes: text("سطر من النص\n".repeat(9000)) },
    { what: "a text in UTF-16", name: "a.txt", bytes: Buffer.from("\uFEFFمرحبا", "utf16le") },
    {
      what: "a text in the other UTF-16",
      name: "a.txt",
      bytes: Buffer.from("\uFEFFHello", "utf16le").swap16(),
    },
    { what: "a text that mentions tags", name: "a.txt", bytes: text("< is less, <b> is bold") },
    { what: "a text as a sample", name: "a.txt", bytes: text("Hello"), rule: "sampleDocument" },
  ];
}

/** Two things at once, but only one of them as it is served: its type, nosniff and a sandbox (asvs 25). */
async function harmlessOddities(): Promise<Accepted[]> {
  const pdf = await samplePdf();
  const zip = await zipOf([{ name: "a.txt", content: "a" }]);
  const [jpeg, gif] = [await sampleImage("jpeg"), await sampleImage("gif")];
  const script = "*/=1;alert(document.cookie)//";
  return [
    {
      what: "a PDF that is a page further down",
      name: "a.pdf",
      bytes: Buffer.concat([pdf, sampleHtml]),
    },
    { what: "a PDF with an archive behind it", name: "a.pdf", bytes: Buffer.concat([pdf, zip]) },
    {
      what: "a JPEG with a page in its comment",
      name: "a.jpg",
      bytes: jpegWithComment(jpeg, sampleHtml.toString()),
    },
    {
      what: "a GIF with a script in its comment",
      name: "a.gif",
      bytes: gifWithComment(gif, script),
    },
    {
      what: "a PNG with a page behind it",
      name: "a.png",
      bytes: Buffer.concat([await sampleImage("png"), sampleHtml]),
    },
    // Nobody here unpacks it: the part that is a bomb is no larger than it says.
    { what: "a Word file with archives in archives", name: "a.docx", bytes: await nestedBomb() },
  ];
}
