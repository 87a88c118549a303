/** Figures for the papers that consist of figures. */
import { longDate, type SpecimenTable } from "./specimen.ts";

const DAY_MS = 86_400_000;
const ENTRIES = 78;
const entryKinds = [
  "Card payment",
  "Transfer received",
  "Rent",
  "Salary",
  "Utilities",
  "School fees",
];

/** Half a year before the day of issue, from a fixed rule: the same specimen has the same figures each time. */
export function statementTable(issueDate: string): SpecimenTable {
  const end = Date.parse(issueDate);
  let balance = 184_000;
  const rows = Array.from({ length: ENTRIES }, (_, index) => {
    const day = new Date(end - (ENTRIES - index) * 2.3 * DAY_MS).toISOString();
    const kind = entryKinds[(index * 7) % entryKinds.length] ?? "";
    const isIncome = kind === "Transfer received" || kind === "Salary";
    const amount = 350 + ((index * 977) % 5200);
    balance += isIncome ? amount : -amount;
    return [longDate(day), kind, `${isIncome ? "+" : "-"}${money(amount)}`, money(balance)];
  });
  return { head: ["Date", "Entry", "Amount (AED)", "Balance (AED)"], rows };
}

export function assetTable(): SpecimenTable {
  return {
    head: ["Asset", "Value (USD)"],
    rows: [
      ["Shares in the family's trading company", money(1_240_000)],
      ["Apartment in Dubai, free of mortgage", money(610_000)],
      ["Deposits with banks", money(395_000)],
      ["Listed securities", money(148_500)],
      ["Vehicles", money(62_000)],
      ["Liabilities", `-${money(41_300)}`],
      ["Net worth", money(2_414_200)],
    ],
  };
}

function money(amount: number): string {
  return amount.toLocaleString("en-US", { minimumFractionDigits: 2 });
}
