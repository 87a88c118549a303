import { runtime } from "#server/core/runtime.ts";
import { documents, type DocumentRow } from "#server/database/tables/documents.ts";
import { storageColumns } from "#server/files/file-columns.ts";
import { buildCase } from "./cases.ts";
import { buildStoredFile } from "./files.ts";

export type DocumentInput = Partial<typeof documents.$inferInsert> & { content?: Buffer };

/** An uncategorized PDF of a case of its own unless said otherwise; its bytes are in storage. */
export async function buildDocument({
  content,
  ...input
}: DocumentInput = {}): Promise<DocumentRow> {
  const caseId = input.caseId ?? (await buildCase()).id;
  const originalName = input.originalName ?? "scan.pdf";
  const file = await buildStoredFile({
    kind: "document",
    caseId,
    createdBy: input.uploadedBy ?? null,
    originalName,
    ...(input.mimeType && { mimeType: input.mimeType }),
    ...(content && { content }),
  });
  const [row] = await runtime.database
    .insert(documents)
    .values({
      ...storageColumns(file),
      ...input,
      caseId,
      originalName,
    })
    .returning();
  if (!row) throw new Error("The document was not inserted");
  return row;
}
