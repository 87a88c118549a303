import { runtime } from "#server/core/runtime.ts";
import { sampleDocuments } from "#server/database/tables/sample-documents.ts";
import { fileColumns } from "#server/files/file-columns.ts";
import { buildStoredFile } from "./files.ts";

type SampleRow = typeof sampleDocuments.$inferSelect;
export type SampleInput = Partial<typeof sampleDocuments.$inferInsert> & { content?: Buffer };

/** An application form of the program Vanuatu unless said otherwise. */
export async function buildSample({ content, ...input }: SampleInput = {}): Promise<SampleRow> {
  const originalName = input.originalName ?? "Application form.pdf";
  const file = await buildStoredFile({
    kind: "sample",
    createdBy: input.uploadedBy ?? null,
    originalName,
    ...(input.mimeType && { mimeType: input.mimeType }),
    ...(content && { content }),
  });
  const [row] = await runtime.database
    .insert(sampleDocuments)
    .values({
      ...fileColumns(file),
      name: originalName,
      originalName,
      category: "application-forms",
      ...input,
    })
    .returning();
  if (!row) throw new Error("The sample was not inserted");
  return row;
}
