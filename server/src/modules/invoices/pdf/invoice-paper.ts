/** How an invoice looks on A4. */
import { StyleSheet } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import type { InvoiceStatus } from "contract/invoices";
import { box, ink, letter, unbroken, words } from "#server/files/papers/letterhead.ts";
import type { InvoiceSheet } from "./invoice-sheet.ts";

/** The colours that the specification gives the statuses (I:168), dark enough to be printed. */
const statusInk: Record<InvoiceStatus, { text: string; ground: string }> = {
  Sent: { text: "#1d4ea3", ground: "#e8effb" },
  "Paid by client": { text: "#256b2c", ground: "#e6f4e6" },
  "Funds Processed": { text: "#6a3aa3", ground: "#f1eafa" },
  Completed: { text: "#0f6b50", ground: "#e2f4ee" },
  Cancelled: { text: "#a3262a", ground: "#fbe9e9" },
};

const styles = StyleSheet.create({
  parties: { flexDirection: "row", justifyContent: "space-between", marginTop: 30 },
  party: { width: "54%" },
  facts: { width: "40%" },
  label: { fontSize: 8, letterSpacing: 0.8, color: ink.muted, marginBottom: 4 },
  client: { fontSize: 12, fontWeight: 600, marginBottom: 3 },
  fact: { flexDirection: "row", justifyContent: "space-between", marginBottom: 4 },
  factName: { color: ink.muted },
  factValue: { width: "66%", textAlign: "right" },
  chip: { borderRadius: 8, padding: "1 8", fontSize: 9, fontWeight: 600 },
  tableHead: {
    flexDirection: "row",
    marginTop: 36,
    paddingBottom: 6,
    borderBottom: `1 solid ${ink.petrol}`,
  },
  tableRow: { flexDirection: "row", paddingVertical: 12, borderBottom: `1 solid ${ink.line}` },
  service: { width: "58%" },
  applicants: { width: "17%", textAlign: "right" },
  amount: { width: "25%", textAlign: "right" },
  strong: { fontWeight: 600 },
  quiet: { color: ink.muted, fontSize: 9, marginTop: 2 },
  sums: { alignSelf: "flex-end", width: "46%", marginTop: 14 },
  sum: { flexDirection: "row", justifyContent: "space-between", paddingVertical: 3 },
  total: {
    flexDirection: "row",
    justifyContent: "space-between",
    alignItems: "center",
    marginTop: 6,
    padding: "9 12",
    borderRadius: 4,
    backgroundColor: ink.petrol,
    color: "#ffffff",
  },
  bank: { marginTop: 30 },
  totalAmount: { fontSize: 14, fontWeight: 600, lineHeight: 1.2 },
});

export function paper(sheet: InvoiceSheet) {
  const title = `Invoice ${sheet.code}`;
  return letter(
    {
      bureau: sheet.bureau,
      title,
      name: { word: "INVOICE", code: sheet.code },
      foot: { left: sheet.bureau.name, right: words(title) },
    },
    parties(sheet),
    tableHead(),
    tableRow(sheet),
    sums(sheet),
    ...bankDetails(sheet),
  );
}

function parties(sheet: InvoiceSheet): ReactElement {
  const { text: color, ground: backgroundColor } = statusInk[sheet.status];
  return box(
    styles.parties,
    box(
      styles.party,
      words("BILLED TO", styles.label),
      words(sheet.client, styles.client),
      words(sheet.address),
      words(`TRN: ${sheet.clientTrn}`),
    ),
    box(
      styles.facts,
      fact("Date", words(sheet.date, styles.factValue)),
      fact("Case", words(sheet.caseCode, styles.factValue)),
      fact("Currency", words(sheet.currency, styles.factValue)),
      fact("Status", words(sheet.status, [styles.chip, { color, backgroundColor }])),
    ),
  );
}

function fact(name: string, value: ReactElement): ReactElement {
  return box(styles.fact, words(name, styles.factName), value);
}

function tableHead(): ReactElement {
  const label = { ...styles.label, marginBottom: 0 };
  return box(
    styles.tableHead,
    words("SERVICE", [styles.service, label]),
    words("APPLICANTS", [styles.applicants, label]),
    words("FEE", [styles.amount, label]),
  );
}

function tableRow(sheet: InvoiceSheet): ReactElement {
  return box(
    styles.tableRow,
    box(styles.service, words(sheet.service, styles.strong), words(sheet.caseTitle, styles.quiet)),
    words(sheet.numberOfApplicants, styles.applicants),
    words(sheet.usdFee, styles.amount),
  );
}

function sums(sheet: InvoiceSheet): ReactElement {
  return box(
    styles.sums,
    box(styles.sum, words("Fee in USD", styles.factName), words(sheet.usdFee)),
    box(styles.sum, words("Rate", styles.factName), words(sheet.rate)),
    box(styles.total, words("Total"), words(sheet.total, styles.totalAmount)),
  );
}

function bankDetails({ bankDetails: text, currency }: InvoiceSheet): ReactElement[] {
  if (text === null) return [];
  return [unbroken(styles.bank, words(`BANK DETAILS, ${currency}`, styles.label), words(text))];
}
