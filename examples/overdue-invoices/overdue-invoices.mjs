/**
 * Lists the invoices that were sent fourteen days ago or earlier and are not paid, and writes them into a CSV.
 *
 *   PORTAL_URL=https://portal.example.com PORTAL_TOKEN=cmp_… node overdue-invoices.mjs overdue.csv
 *
 * The token needs `invoices:read` and nothing else. Needs Node 20 or newer, and no package.
 */
import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const DAYS = 14;
const DAY_MS = 86_400_000;
const MOST_TRIES = 5;

const { PORTAL_URL, PORTAL_TOKEN } = process.env;
const [, , file = "overdue.csv"] = process.argv;
if (!PORTAL_URL || !PORTAL_TOKEN) {
  console.error("Set PORTAL_URL and PORTAL_TOKEN.");
  process.exit(2);
}

const lastDay = new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10);
const invoices = await readAll("/api/invoices/page", {
  status: "Sent",
  dateTo: lastDay,
  sort: "date",
  order: "asc",
});
const head = ["Invoice ID", "Case ID", "Case title", "Date", "Currency", "Total fee"];
const rows = invoices.map(({ invoiceId, case: of, caseTitle, date, currency, totalFee }) => [
  invoiceId,
  of.caseId,
  caseTitle,
  date,
  currency,
  (totalFee / 100).toFixed(2),
]);
await writeFile(file, [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join(""));
console.log(`${rows.length} overdue invoices are in ${file}.`);

/** Page by page, until there is no next one. */
async function readAll(path, query) {
  const all = [];
  let after = null;
  do {
    const page = await read(path, after === null ? query : { ...query, after });
    all.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return all;
}

/** What is busy, or was asked too often, is asked again when it says. */
async function read(path, query, tries = 1) {
  const answer = await fetch(`${PORTAL_URL}${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${PORTAL_TOKEN}` },
  });
  if (answer.ok) return answer.json();
  const isLater = [429, 503].includes(answer.status) && tries < MOST_TRIES;
  const { message } = await answer.json();
  if (!isLater) throw new Error(`${path} answered ${answer.status}: ${message}`);
  await wait(Number(answer.headers.get("retry-after") ?? 5) * 1000);
  return read(path, query, tries + 1);
}

/** In quotes; a text that a spreadsheet would take for a formula gets a ' before it. */
function cell(value) {
  const text = String(value);
  const safe = /^'*[=+\-@\t\r\0]/.test(text) && !/^-?\d+\.\d\d$/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
