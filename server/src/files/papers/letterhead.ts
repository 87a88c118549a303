/** What every paper of the bureau has: its colours, its typeface, its head and its foot. Node runs no JSX, so `createElement`. */
import { Document, Image, Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { type ComponentProps, createElement, type ReactElement } from "react";
import { families, printable } from "./fonts.ts";

export const ink = {
  petrol: "#0a4454",
  brass: "#8a6a2f",
  text: "#172126",
  muted: "#5a676d",
  line: "#d9e0e3",
};

const styles = StyleSheet.create({
  page: {
    padding: "46 54 64",
    fontFamily: families,
    fontSize: 10,
    color: ink.text,
  },
  /** Not of the page: under a line height, the number of the page would not be drawn at all. */
  body: { fontSize: 10, lineHeight: 1.45 },
  head: { flexDirection: "row", justifyContent: "space-between", alignItems: "flex-end" },
  sender: { width: "60%" },
  logo: {
    height: 34,
    maxWidth: 220,
    marginBottom: 8,
    objectFit: "contain",
    objectPosition: "0 50%",
  },
  bureau: { fontSize: 19, fontWeight: 600, color: ink.petrol, lineHeight: 1.2 },
  found: { marginTop: 2, fontSize: 8, color: ink.muted, lineHeight: 1.4 },
  name: { alignItems: "flex-end" },
  word: { fontSize: 10, letterSpacing: 3, color: ink.muted, textAlign: "right" },
  code: { fontSize: 15, fontWeight: 600, textAlign: "right", lineHeight: 1.3 },
  rule: { height: 2, backgroundColor: ink.petrol, marginTop: 12 },
  brassRule: { height: 1, width: 72, backgroundColor: ink.brass, marginTop: 2 },
  footText: { maxWidth: "80%" },
  foot: {
    position: "absolute",
    left: 54,
    right: 54,
    bottom: 32,
    paddingTop: 8,
    borderTop: `1 solid ${ink.line}`,
    flexDirection: "row",
    justifyContent: "space-between",
    fontSize: 8,
    color: ink.muted,
  },
});

/**
 * Letters of several fonts are laid out as pieces between which a line may be broken, with a hyphen, as in Ł-ukasz: at this
 * price only a word that is wider than its line is.
 */
const WHOLE_WORDS = 10_000;

type Style = ComponentProps<typeof View>["style"];
export type BureauOnPaper = {
  name: string;
  address: string | null;
  trn: string | null;
  phone: string | null;
  website: string | null;
  /** The line under letters. */
  foot: string | null;
  /** A PNG. */
  logo: Uint8Array | null;
};

type Letter = {
  bureau: BureauOnPaper;
  title: string;
  /** On the right of the head: what it is, and which one. */
  name: { word: string; code: string };
  foot: { left: string; right: ReactElement };
};

export function letter({ bureau, title, name, foot }: Letter, ...content: ReactElement[]) {
  const head = box(
    styles.head,
    box(styles.sender, ...senderOf(bureau)),
    box(styles.name, words(name.word, styles.word), words(name.code, styles.code)),
  );
  return createElement(
    Document,
    { title, author: bureau.name, language: "en" },
    createElement(
      Page,
      { size: "A4", style: styles.page },
      box(styles.body, head, box(styles.rule), box(styles.brassRule), ...content),
      createElement(
        View,
        { style: styles.foot, fixed: true },
        footOf(foot.left, bureau),
        foot.right,
      ),
    ),
  );
}

/** The logo above the name, and below it where the bureau is found. */
export function senderOf({
  name,
  logo,
  address,
  trn,
  phone,
  website,
}: BureauOnPaper): ReactElement[] {
  const found = [phone, website, trn === null ? null : `TRN: ${trn}`].filter(
    (text) => text !== null,
  );
  return [
    ...(logo === null
      ? []
      : [
          createElement(Image, {
            style: styles.logo,
            src: { data: Buffer.from(logo), format: "png" },
          }),
        ]),
    words(name, styles.bureau),
    ...(address === null ? [] : [words(address, styles.found)]),
    ...(found.length === 0 ? [] : [words(found.join(" · "), styles.found)]),
  ];
}

function footOf(left: string, { foot }: BureauOnPaper): ReactElement {
  return box(styles.footText, words(left), ...(foot === null ? [] : [words(foot)]));
}

/** 'Page 2 of 3'. */
export function pageNumber(): ReactElement {
  return createElement(Text, {
    render: ({ pageNumber: page, totalPages }) => `Page ${page} of ${totalPages}`,
  });
}

export function box(style: Style, ...children: ReactElement[]): ReactElement {
  return createElement(View, { style }, ...children);
}

/** Stays on one page with what is in it. */
export function unbroken(style: Style, ...children: ReactElement[]): ReactElement {
  return createElement(View, { style, wrap: false }, ...children);
}

export function words(text: string, style?: Style): ReactElement {
  return createElement(Text, { style, hyphenationPenalty: WHOLE_WORDS }, printable(text));
}
