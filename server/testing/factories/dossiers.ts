import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { dossierDocuments } from "#server/database/tables/dossier-documents.ts";
import { dossierFiles } from "#server/database/tables/dossier-files.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { buildStoredFile } from "./files.ts";

type DossierInput = Partial<typeof dossiers.$inferInsert> & { caseId: number };

/** Built, of one part, unless said otherwise; no papers are named. */
export async function buildDossier(input: DossierInput): Promise<DossierRow> {
  const [row] = await runtime.database
    .insert(dossiers)
    .values({
      number: sql`(select coalesce(max(number), 0) + 1 from dossiers where case_id = ${input.caseId})`,
      kind: "fiu",
      program: "vanuatu",
      title: "FIU, first stage",
      addressee: "Financial Intelligence Unit",
      options: { partMegabytes: 20, toFollow: false, newSince: null },
      state: "built",
      pages: 3,
      parts: 1,
      ...input,
    })
    .returning();
  if (!row) throw new Error("The dossier was not inserted");
  if (row.state === "built") await addPart(row);
  return row;
}

async function addPart({ id, caseId }: DossierRow): Promise<void> {
  const name = "CASE_FIU_001_2026-11-24.pdf";
  const file = await buildStoredFile({ kind: "dossier", caseId, originalName: name });
  await runtime.database.insert(dossierFiles).values({
    dossierId: id,
    position: 1,
    kind: "part",
    name,
    sha256: "0".repeat(64),
    bytes: file.size,
    firstPage: 1,
    lastPage: 3,
    storedFileId: file.id,
  });
}

type PaperInput = Partial<typeof dossierDocuments.$inferInsert> & { dossierId: number };

export async function buildDossierDocument(input: PaperInput): Promise<void> {
  await runtime.database.insert(dossierDocuments).values({
    position: 1,
    chainId: 1,
    label: "Passport",
    fileName: "scan.pdf",
    fileSha256: "0".repeat(64),
    bytes: 100,
    ...input,
  });
}
