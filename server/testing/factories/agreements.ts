import { runtime } from "#server/core/runtime.ts";
import { serviceAgreements } from "#server/database/tables/service-agreements.ts";
import { fileColumns } from "#server/files/file-columns.ts";
import { buildCase } from "./cases.ts";
import { buildStoredFile } from "./files.ts";

type AgreementRow = typeof serviceAgreements.$inferSelect;
export type AgreementInput = Partial<typeof serviceAgreements.$inferInsert> & { content?: Buffer };

/** A signed PDF in storage; with a `fileUrl` of its own it lives elsewhere and has no file. */
export async function buildAgreement({
  content,
  ...input
}: AgreementInput = {}): Promise<AgreementRow> {
  const caseId = input.caseId ?? (await buildCase()).id;
  const originalName = input.originalName ?? "Service Agreement.pdf";
  const isElsewhere = input.fileUrl !== undefined;
  const stored = isElsewhere
    ? {}
    : await buildColumns({ caseId, originalName, content, uploadedBy: input.uploadedBy ?? null });
  const [row] = await runtime.database
    .insert(serviceAgreements)
    .values({ fileUrl: "", ...stored, ...input, caseId, originalName })
    .returning();
  if (!row) throw new Error("The agreement was not inserted");
  return row;
}

type About = {
  caseId: number;
  originalName: string;
  content: Buffer | undefined;
  uploadedBy: number | null;
};

async function buildColumns({ caseId, originalName, content, uploadedBy }: About) {
  const file = await buildStoredFile({
    kind: "agreement",
    caseId,
    createdBy: uploadedBy,
    originalName,
    ...(content && { content }),
  });
  return { ...fileColumns(file), fileUrl: `/uploads/${file.name}` };
}
