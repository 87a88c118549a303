/** Money and the file lists of invoices, which no constraint of the database can check. */
import { and, inArray, isNull } from "drizzle-orm";
import { totalFee } from "contract/money";
import { runtime } from "#server/core/runtime.ts";
import { invoices, type InvoiceRow, listedFiles } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import type { Finding } from "./finding.ts";

type Report = (finding: Finding) => void;
type Context = { receipts: Set<number>; report: Report };

export async function examineInvoices(report: Report): Promise<void> {
  const rows = await runtime.database.select().from(invoices).orderBy(invoices.id);
  const receipts = await runtime.database
    .select({ invoiceId: paymentReceipts.invoiceId, storedFileId: paymentReceipts.storedFileId })
    .from(paymentReceipts);
  for (const row of rows) {
    const own = receipts.filter(({ invoiceId }) => invoiceId === row.id);
    const context = { receipts: new Set(own.map(({ storedFileId }) => storedFileId)), report };
    examineTotal(row, report);
    examineReceipts(row, context);
    await examineLists(row, report);
  }
}

function examineTotal(row: InvoiceRow, report: Report): void {
  const { usdFee, rate, currency } = row;
  const expected = totalFee({ usdFee, rate: Number(rate), currency });
  if (expected === row.totalFee) return;
  report({
    kind: "totalWrong",
    sentence: `Invoice ${row.id} asks for ${row.totalFee} cents, and should ask for ${expected}.`,
  });
}

/** A receipt is a row and an entry in otherFiles, both of the same file (D-157). */
function examineReceipts(row: InvoiceRow, { receipts, report }: Context): void {
  const others = listedFiles(row).filter(({ list }) => list === "other");
  const listed = new Set(others.flatMap(({ entry }) => entry.storedFileId ?? []));
  const inOnePlace = [...receipts, ...listed].filter((id) => !receipts.has(id) || !listed.has(id));
  for (const id of inOnePlace) {
    report({
      kind: "receiptUnlisted",
      sentence: `Invoice ${row.id} has stored file ${id} as receipt in only one of its two places.`,
    });
  }
}

async function examineLists(row: InvoiceRow, report: Report): Promise<void> {
  const wanted = listedFiles(row).flatMap(({ entry }) => entry.storedFileId ?? []);
  if (wanted.length === 0) return;
  const found = await runtime.database
    .select({ id: storedFiles.id, caseId: storedFiles.caseId })
    .from(storedFiles)
    .where(and(inArray(storedFiles.id, wanted), isNull(storedFiles.deletedAt)));
  const caseOf = new Map(found.map(({ id, caseId }) => [id, caseId]));
  for (const id of wanted) {
    if (!caseOf.has(id)) {
      report({
        kind: "listedFileUnknown",
        sentence: `Invoice ${row.id} lists stored file ${id}, which does not exist.`,
      });
    } else if (caseOf.get(id) !== row.caseId) {
      report({
        kind: "fileOfAnotherCase",
        sentence: `Invoice ${row.id} lists stored file ${id} of another case.`,
      });
    }
  }
}
