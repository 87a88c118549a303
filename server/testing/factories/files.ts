import type { StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { type GeneratedFile, withGeneratedFiles } from "#server/files/generate.ts";
import { keepFiles } from "#server/files/stored.ts";

const smallestPdf = Buffer.from("%PDF-1.7\n%%EOF\n");

/** A real file in storage, encrypted like every other. Whoever builds a record around it names its case. */
export async function buildStoredFile(input: Partial<GeneratedFile> = {}): Promise<StoredFileRow> {
  const generated: GeneratedFile = {
    kind: "document",
    caseId: null,
    createdBy: null,
    originalName: "scan.pdf",
    mimeType: "application/pdf",
    content: smallestPdf,
    ...input,
  };
  return withGeneratedFiles([generated], async (files) => {
    const [row] = await inTransaction((tx) => keepFiles(tx, files));
    if (!row) throw new Error("The file was not kept");
    return row;
  });
}
