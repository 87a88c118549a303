/** Writes a specimen as a Word document: the three parts that every docx has, and nothing else. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import { fieldsOf, type Specimen, SPECIMEN_MARK, SPECIMEN_NOTE } from "./specimen.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const relations = `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
/** A fixed time, so that the same specimen has the same bytes. */
const writtenAt = new Date("2026-01-01T00:00:00Z");

export async function writeWord(specimen: Specimen): Promise<Buffer> {
  const zip = new ZipFile();
  const parts = {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations,
    "word/document.xml": documentOf(specimen),
  };
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content), name, { mtime: writtenAt });
  }
  zip.end();
  return buffer(zip.outputStream);
}

function documentOf(specimen: Specimen): string {
  const body = [
    paragraph(SPECIMEN_MARK, { halfPoints: 22, colour: "A33A2A" }),
    paragraph(specimen.title, { halfPoints: 44 }),
    paragraph(specimen.titleArabic, { halfPoints: 36, isArabic: true }),
    ...fieldsOf(specimen).map(({ label, value }) => paragraph(`${label}: ${value}`)),
    ...specimen.paragraphs.map((sentence) => paragraph(sentence)),
    ...(specimen.table?.rows ?? []).map((cells) => paragraph(cells.join("   "))),
    paragraph(SPECIMEN_NOTE, { halfPoints: 16, colour: "5D6B7E" }),
  ];
  return `${declaration}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join("")}</w:body></w:document>`;
}

type Look = { halfPoints?: number; colour?: string; isArabic?: boolean };

function paragraph(content: string, look: Look = {}): string {
  const {
    halfPoints = 22,
    colour = "18212F",
    isArabic = /\p{Script=Arabic}/u.test(content),
  } = look;
  const direction = isArabic ? "<w:pPr><w:bidi/></w:pPr>" : "";
  const properties = `<w:rPr>${halfPoints > 22 ? "<w:b/>" : ""}<w:color w:val="${colour}"/><w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>${isArabic ? "<w:rtl/>" : ""}</w:rPr>`;
  return `<w:p>${direction}<w:r>${properties}<w:t xml:space="preserve">${escape(content)}</w:t></w:r></w:p>`;
}

function escape(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
