/** How the list of what is missing looks on A4. */
import { StyleSheet } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { box, ink, letter, pageNumber, unbroken, words } from "#server/files/papers/letterhead.ts";
import type { MissingItem, MissingSheet } from "./missing-list.ts";

const styles = StyleSheet.create({
  title: { marginTop: 26, fontSize: 17, fontWeight: 600, lineHeight: 1.25 },
  caseTitle: { marginTop: 2, fontSize: 11 },
  quiet: { color: ink.muted, fontSize: 9 },
  person: { marginTop: 22, fontSize: 12, fontWeight: 600, color: ink.petrol },
  item: { marginTop: 8, paddingBottom: 8, borderBottom: `1 solid ${ink.line}` },
  line: { flexDirection: "row", justifyContent: "space-between" },
  label: { width: "72%", fontWeight: 600 },
  due: { width: "26%", textAlign: "right", color: ink.brass },
  help: { marginTop: 2, color: ink.muted, fontSize: 9 },
});

export function paper(sheet: MissingSheet) {
  const title = "What we need from you";
  return letter(
    {
      bureau: sheet.bureau,
      title: `${title}: ${sheet.caseTitle}`,
      name: { word: "CHECKLIST", code: sheet.caseCode },
      foot: { left: `Upload these at ${sheet.address}`, right: pageNumber() },
    },
    words(title, styles.title),
    words(sheet.caseTitle, styles.caseTitle),
    words(`As of ${sheet.asOf}`, styles.quiet),
    ...sheet.people.flatMap(ofPerson),
  );
}

/** Nobody's name stands alone at the end of a page. */
function ofPerson({ name, items }: MissingSheet["people"][number]): ReactElement[] {
  const [first, ...others] = items.map(itemBox);
  if (!first) return [];
  return [unbroken({}, words(name, styles.person), first), ...others];
}

function itemBox({ label, sentence, help, due }: MissingItem): ReactElement {
  return unbroken(
    styles.item,
    box(styles.line, words(label, styles.label), words(due ?? "", styles.due)),
    words(sentence),
    ...(help === null ? [] : [words(help, styles.help)]),
  );
}
