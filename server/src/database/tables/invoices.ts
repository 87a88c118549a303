import { integer, jsonb, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { type FileListField, type FileListName, fileLists } from "contract/invoice-files";
import {
  cents,
  createdAt,
  identity,
  plainDate,
  updatedAt,
  revision,
} from "#server/database/columns.ts";

/** One entry of a file list. A file that lives elsewhere has an external_url and no stored file. */
export type InvoiceFileEntry = {
  id: string;
  original_name: string;
  file_url: string;
  external_url: string | null;
  uploaded_at: string;
  storedFileId: number | null;
};

const fileList = () => jsonb().$type<InvoiceFileEntry[]>().notNull().default([]);

export const invoices = pgTable("invoices", {
  id: identity(),
  /** The code people read, such as S1-2026-0031. */
  invoiceId: text().notNull(),
  caseId: integer().notNull(),
  caseTitle: text().notNull(),
  numberOfApplicants: integer().notNull().default(1),
  currency: text({ enum: ["USD", "AED"] })
    .notNull()
    .default("USD"),
  /** Four decimals, as text: a number would lose the trailing zeros (D-006). */
  rate: numeric({ precision: 10, scale: 4 }).notNull().default("1.0000"),
  stage: text({ enum: ["Stage 1", "Stage 2", "Add On", "Post Citizenship"] }).notNull(),
  usdFee: cents().notNull(),
  /** In cents of the invoice's currency, computed by the server (D-005). */
  totalFee: cents().notNull(),
  date: plainDate().notNull(),
  clientTrn: text().notNull().default("N/A"),
  address: text().notNull().default("By email"),
  gender: text({ enum: ["Mr", "Ms"] })
    .notNull()
    .default("Mr"),
  status: text({ enum: ["Sent", "Paid by client", "Funds Processed", "Completed", "Cancelled"] })
    .notNull()
    .default("Sent"),
  stage1Files: fileList(),
  stage2Files: fileList(),
  postCitizenshipFiles: fileList(),
  addOnFiles: fileList(),
  otherFiles: fileList(),
  adminFiles: fileList(),
  notes: text(),
  /** `codeSort` of the contract, written by a trigger. */
  codeSort: text().notNull().default(""),
  /** `searchKey` of the contract over what a list is searched by; null until it has been written anew. */
  searchKey: text(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export type InvoiceRow = typeof invoices.$inferSelect;
export type ListedFile = { list: FileListName; entry: InvoiceFileEntry };

/** The entries of all six lists, each with the list it stands in. */
export function listedFiles(row: Pick<InvoiceRow, FileListField>): ListedFile[] {
  const names = Object.keys(fileLists) as FileListName[];
  return names.flatMap((list) => row[fileLists[list]].map((entry) => ({ list, entry })));
}
