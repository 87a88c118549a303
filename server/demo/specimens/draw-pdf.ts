/** Draws a specimen as a PDF page. The elements are made by calls, since the server runs without a compiler for JSX. */
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement, type ReactElement } from "react";
import { loadFonts, pdfFontFamilies } from "./fonts.ts";
import {
  fieldsOf,
  type Specimen,
  SPECIMEN_MARK,
  SPECIMEN_NOTE,
  type SpecimenField,
  type SpecimenTable,
} from "./specimen.ts";

const ink = "#18212f";
const quiet = "#5d6b7e";
const line = "#cfd6df";
const accent = "#1f5f63";

const styles = StyleSheet.create({
  page: { padding: 48, paddingBottom: 64, fontFamily: pdfFontFamilies, fontSize: 10.5, color: ink },
  head: {
    flexDirection: "row",
    justifyContent: "space-between",
    alignItems: "center",
    borderBottom: `1.5pt solid ${accent}`,
    paddingBottom: 10,
  },
  issuer: { fontSize: 12, fontWeight: 700, color: accent },
  mark: {
    fontSize: 11,
    fontWeight: 700,
    color: "#a33a2a",
    border: "1.5pt solid #a33a2a",
    paddingVertical: 3,
    paddingHorizontal: 8,
  },
  title: { fontSize: 22, fontWeight: 700, marginTop: 26 },
  titleArabic: { fontSize: 18, textAlign: "right", marginTop: 2 },
  kind: { fontSize: 10, color: quiet, marginTop: 4 },
  fields: { marginTop: 20, borderTop: `0.75pt solid ${line}` },
  field: { flexDirection: "row", borderBottom: `0.75pt solid ${line}`, paddingVertical: 6 },
  label: { width: 150, color: quiet },
  value: { flexGrow: 1, fontWeight: 700 },
  paragraph: { marginTop: 14, lineHeight: 1.25 },
  table: { marginTop: 18 },
  row: { flexDirection: "row", borderBottom: `0.5pt solid ${line}`, paddingVertical: 4 },
  headCell: { flexBasis: 0, flexGrow: 1, fontWeight: 700, color: quiet },
  cell: { flexBasis: 0, flexGrow: 1 },
  signatures: { flexDirection: "row", justifyContent: "space-between", marginTop: 46 },
  signature: { width: 190, borderTop: `0.75pt solid ${ink}`, paddingTop: 4, color: quiet },
  watermark: {
    position: "absolute",
    top: 380,
    left: 40,
    right: 40,
    textAlign: "center",
    fontSize: 86,
    fontWeight: 700,
    color: "#a33a2a",
    opacity: 0.1,
    transform: "rotate(-32deg)",
  },
  foot: {
    position: "absolute",
    bottom: 28,
    left: 48,
    right: 48,
    flexDirection: "row",
    justifyContent: "space-between",
    fontSize: 8,
    color: quiet,
  },
});

const text = (style: keyof typeof styles, content: string, key?: string) =>
  createElement(Text, { style: styles[style], key }, content);

export async function drawPdf(specimen: Specimen): Promise<Buffer> {
  await loadFonts();
  const page = createElement(
    Page,
    { size: "A4", style: styles.page },
    createElement(Text, { style: styles.watermark, fixed: true }, SPECIMEN_MARK),
    head(specimen),
    text("title", specimen.title),
    text("titleArabic", specimen.titleArabic),
    text("kind", specimen.kind),
    createElement(View, { style: styles.fields }, fieldsOf(specimen).map(field)),
    specimen.paragraphs.map((paragraph) => text("paragraph", paragraph, paragraph)),
    specimen.table && table(specimen.table),
    signatures(),
    foot(),
  );
  const document = createElement(
    Document,
    { title: specimen.title, author: "Demonstration", subject: SPECIMEN_NOTE, language: "en" },
    page,
  );
  return renderToBuffer(document);
}

function head(specimen: Specimen): ReactElement {
  return createElement(
    View,
    { style: styles.head, fixed: true },
    text("issuer", specimen.issuer),
    text("mark", SPECIMEN_MARK),
  );
}

function field({ label, value }: SpecimenField): ReactElement {
  return createElement(
    View,
    { style: styles.field, key: label },
    text("label", label),
    text("value", value),
  );
}

function table({ head: titles, rows }: SpecimenTable): ReactElement {
  return createElement(
    View,
    { style: styles.table },
    createElement(
      View,
      { style: styles.row },
      titles.map((title) => text("headCell", title, title)),
    ),
    rows.map((cells, index) =>
      createElement(
        View,
        { style: styles.row, key: `row ${index}`, wrap: false },
        cells.map((cell, column) => text("cell", cell, `cell ${column}`)),
      ),
    ),
  );
}

function signatures(): ReactElement {
  return createElement(
    View,
    { style: styles.signatures, wrap: false },
    text("signature", "Signature (specimen)"),
    text("signature", "Stamp (specimen)"),
  );
}

function foot(): ReactElement {
  return createElement(
    View,
    { style: styles.foot, fixed: true },
    createElement(Text, {}, SPECIMEN_NOTE),
    createElement(Text, {
      render: ({ pageNumber, totalPages }) => `${pageNumber} / ${totalPages}`,
    }),
  );
}
