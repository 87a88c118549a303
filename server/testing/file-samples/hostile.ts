/** What must not get in, whatever it is called. */
import { uploadRules } from "contract/files";
import {
  compoundFile,
  docxParts,
  pngHeader,
  sampleDoc,
  sampleDocx,
  sampleHtml,
  sampleImage,
  samplePdf,
  sampleSvg,
  zipOf,
} from "#testing/sample-files.ts";
import {
  declaring,
  documentOfType,
  gifOfSize,
  jpegOfSize,
  lockedParts,
  MEGABYTE,
  quotedBomb,
  renamed,
  webpOfSize,
} from "./containers.ts";
import type { Refused } from "./file-sample.ts";

const text = (content: string) => Buffer.from(content);

export async function hostileSamples(): Promise<Refused[]> {
  return [
    ...(await disguised()),
    ...(await mislabelled()),
    ...(await oversized()),
    ...(await harmfulWordFiles()),
    ...(await harmfulOldWordFiles()),
    ...otherKinds(),
  ];
}

async function disguised(): Promise<Refused[]> {
  const [pdf, png, jpeg] = [await samplePdf(), await sampleImage("png"), await sampleImage("jpeg")];
  const webp = await sampleImage("webp");
  const script = text(`GIF89a=1;/*${" ".repeat(200)}*/alert(1)`);
  return [
    { what: "nothing", name: "a.pdf", bytes: Buffer.alloc(0) },
    { what: "an empty text", name: "a.txt", bytes: Buffer.alloc(0) },
    { what: "one byte", name: "a.pdf", bytes: text("%") },
    { what: "a page named PDF", name: "a.pdf", bytes: sampleHtml },
    { what: "a page that becomes a PDF", name: "a.pdf", bytes: Buffer.concat([sampleHtml, pdf]) },
    { what: "a PDF behind one byte", name: "a.pdf", bytes: Buffer.concat([text("\n"), pdf]) },
    { what: "a page named as a text", name: "a.txt", bytes: sampleHtml },
    { what: "a page named as a picture", name: "a.png", bytes: sampleHtml },
    {
      what: "a drawing named as a picture",
      name: "a.png",
      bytes: sampleSvg,
      declared: "image/png",
    },
    { what: "a drawing named as a text", name: "a.txt", bytes: sampleSvg },
    {
      what: "a drawing behind words",
      name: "a.txt",
      bytes: Buffer.concat([text("hello "), sampleSvg]),
    },
    { what: "XML named as a text", name: "a.txt", bytes: text('<?xml version="1.0"?><a/>') },
    { what: "rich text named as a text", name: "a.txt", bytes: text("{\\rtf1 hello}") },
    { what: "rich text named as Word", name: "a.doc", bytes: text("{\\rtf1 hello}") },
    { what: "a text with NUL", name: "a.txt", bytes: text("a\0b") },
    { what: "a text in no known encoding", name: "a.txt", bytes: Buffer.from([0x61, 0xe9, 0x62]) },
    { what: "a text with NUL far behind", name: "a.txt", bytes: text(`${"a".repeat(70_000)}\0`) },
    { what: "a text that ends within a letter", name: "a.txt", bytes: Buffer.from([0x61, 0xd8]) },
    {
      what: "a drawing in UTF-16",
      name: "a.txt",
      bytes: Buffer.from(`\uFEFF${sampleSvg.toString()}`, "utf16le"),
    },
    { what: "a program named PDF", name: "a.pdf", bytes: Buffer.from("MZ\x90\x00\x03", "latin1") },
    {
      what: "a program named as a picture",
      name: "a.jpg",
      bytes: Buffer.from("\x7fELF\x02\x01", "latin1"),
    },
    { what: "a script that begins like a GIF", name: "a.gif", bytes: script },
    { what: "a PDF named as a picture", name: "a.jpg", bytes: pdf },
    { what: "a PNG named JPEG", name: "a.jpg", bytes: png },
    { what: "a JPEG named PNG", name: "a.png", bytes: jpeg },
    { what: "an AVIF named HEIC", name: "a.heic", bytes: await sampleImage("avif") },
    { what: "a WebP that is cut", name: "a.webp", bytes: webp.subarray(0, 200) },
    { what: "a JPEG that is cut to its first bytes", name: "a.jpg", bytes: jpeg.subarray(0, 6) },
    { what: "a PNG that is cut to its signature", name: "a.png", bytes: png.subarray(0, 8) },
  ];
}

async function mislabelled(): Promise<Refused[]> {
  const pdf = await samplePdf();
  const labels = [
    "text/html; charset=utf-8",
    "image/svg+xml",
    "application/xhtml+xml",
    "text/xml",
    "text/javascript",
    "application/ecmascript",
    "image/png",
    "application/msword",
  ];
  return labels.map((declared) => ({
    what: `a PDF labelled ${declared}`,
    name: "a.pdf",
    bytes: pdf,
    declared,
  }));
}

async function oversized(): Promise<Refused[]> {
  const tooLarge = "Please select a file smaller than 10MB";
  const document = {
    rule: "caseDocument",
    status: 413,
    message: "a.pdf is larger than 10MB",
  } as const;
  const [jpeg, gif] = [await sampleImage("jpeg"), await sampleImage("gif")];
  const webp = await sampleImage("webp");
  const pdf = await samplePdf(10 * MEGABYTE + 1);
  return [
    { what: "one byte more than 10 MB", name: "a.pdf", bytes: pdf, ...document },
    {
      what: "one byte more as an attachment",
      name: "a.pdf",
      bytes: pdf,
      status: 413,
      message: tooLarge,
    },
    { what: "a PNG of 51 megapixels", name: "a.png", bytes: pngHeader(10_200, 5_000) },
    { what: "a PNG of two billion lines", name: "a.png", bytes: pngHeader(1, 2_147_483_647) },
    { what: "a JPEG of 4 gigapixels", name: "a.jpg", bytes: jpegOfSize(jpeg, 65_500, 65_500) },
    { what: "a WebP of 268 megapixels", name: "a.webp", bytes: webpOfSize(webp, 16_383, 16_383) },
    { what: "a GIF of 4 gigapixels", name: "a.gif", bytes: gifOfSize(gif, 65_535, 65_535) },
    {
      what: "an avatar of 4 gigapixels",
      name: "a.jpg",
      bytes: jpegOfSize(jpeg, 65_500, 65_500),
      rule: "avatar",
    },
  ];
}

const OFFICE = "application/vnd.openxmlformats-officedocument";

async function harmfulWordFiles(): Promise<Refused[]> {
  const docx = await sampleDocx();
  const [link, pages] = [
    0o120777,
    Array.from({ length: 1998 }, (_, at) => ({ name: `page/${at}` })),
  ];
  const withPlain = await sampleDocx([{ name: "word/aa/x", content: "x" }]);
  const zeros = { name: "word/bomb.xml", content: Buffer.alloc(MEGABYTE) };
  const files: [string, Buffer][] = [
    ["with macros", await sampleDocx([{ name: "word/vbaProject.bin", content: "x" }])],
    ["with macros in capitals", await sampleDocx([{ name: "word/VBAPROJECT.BIN", content: "x" }])],
    ["with data of macros", await sampleDocx([{ name: "word/vbaData.xml", content: "x" }])],
    [
      "that is a macro carrier",
      await documentOfType("application/vnd.ms-word.document.macroEnabled.main+xml"),
    ],
    [
      "that is a macro template",
      await documentOfType("application/vnd.ms-word.template.macroEnabledTemplate.main+xml"),
    ],
    ["that is a template", await documentOfType(`${OFFICE}.wordprocessingml.template.main+xml`)],
    ["that is a spreadsheet", await documentOfType(`${OFFICE}.spreadsheetml.sheet.main+xml`)],
    ["that is any archive", await zipOf([{ name: "a.txt", content: "a" }])],
    [
      "that is a Java program",
      await zipOf([{ name: "META-INF/MANIFEST.MF", content: "Main-Class: A" }]),
    ],
    ["whose part unpacks to a thousand times its size", await sampleDocx([zeros])],
    [
      "that says it unpacks to 101 MB",
      declaring(docx, { packed: MEGABYTE, unpacked: 101 * MEGABYTE }),
    ],
    ["that says less than it unpacks to", declaring(docx, { packed: 200, unpacked: 10 })],
    ["whose entries quote one another", await quotedBomb(1500)],
    ["of 2,001 parts", await sampleDocx(pages)],
    ["with a way out of its folder", renamed(withPlain, "word/aa/x", "word/../x")],
    ["with an absolute name", renamed(withPlain, "word/aa/x", "/word/aax")],
    ["with a name in Windows style", renamed(withPlain, "word/aa/x", "word\\aa\\x")],
    ["with a link", await sampleDocx([{ name: "word/link", content: "/etc/passwd", mode: link }])],
    ["with the same part twice", await zipOf([...docxParts, ...docxParts])],
    ["whose parts need a password", lockedParts(docx)],
    ["behind another file", Buffer.concat([await sampleImage("gif"), docx])],
    ["before another file", Buffer.concat([docx, Buffer.from("tail")])],
    ["that is cut", docx.subarray(0, -30)],
    ["that is an old one", sampleDoc()],
    ["with a password", compoundFile(["EncryptionInfo", "EncryptedPackage"])],
  ];
  return files.map(([what, bytes]) => ({ what: `a Word file ${what}`, name: "a.docx", bytes }));
}

async function harmfulOldWordFiles(): Promise<Refused[]> {
  const folder = compoundFile(["WordDocument"]);
  folder[1024 + 128 + 66] = 1;
  const circle = compoundFile(["Workbook"]);
  circle.writeUInt32LE(1, 512 + 4);
  const files: [string, Buffer][] = [
    ["with macros", compoundFile(["WordDocument", "_VBA_PROJECT"])],
    ["that is a spreadsheet", compoundFile(["Workbook"])],
    ["that is a presentation", compoundFile(["PowerPoint Document"])],
    ["that is an installer", compoundFile(["\u4840\u3f3f\u4577"])],
    ["whose text is a folder", folder],
    ["whose directory runs in a circle", circle],
    ["that is cut", sampleDoc().subarray(0, 700)],
    ["that is a new one", await sampleDocx()],
  ];
  return files.map(([what, bytes]) => ({ what: `an old Word file ${what}`, name: "a.doc", bytes }));
}

const elsewhereKnown =
  "exe com scr bat cmd ps1 vbs js mjs jar msi lnk iso zip rar 7z html htm xhtml svg xml hta docm dotm xlsm xlsx pptx odt rtf eml mp4 tiff bmp";

/** By their extension alone, whatever is in them. */
function otherKinds(): Refused[] {
  const pdf = text("%PDF-1.7\n%%EOF\n");
  const byName = elsewhereKnown.split(" ").map((extension) => ({
    what: `a file that ends in .${extension}`,
    name: `a.${extension}`,
    bytes: pdf,
    rule: "caseDocument" as const,
  }));
  const { unsupported } = uploadRules.serviceAgreementPdf;
  return [
    ...byName,
    {
      what: "a picture where a PDF is wanted",
      name: "a.png",
      bytes: pngHeader(9, 9),
      rule: "serviceAgreementPdf",
      message: unsupported,
    },
    { what: "a text as a document", name: "a.txt", bytes: text("Hello"), rule: "caseDocument" },
    { what: "a GIF as a receipt", name: "a.gif", bytes: text("GIF89a"), rule: "paymentReceipt" },
    { what: "a PDF as an avatar", name: "a.pdf", bytes: pdf, rule: "avatar" },
  ];
}
