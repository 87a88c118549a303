/** A dossier whose parts are made and not stored yet. */
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import type { SpooledFile } from "#server/files/spool.ts";
import type { Layout } from "./layout.ts";
import type { Paper } from "./read-papers.ts";

export type BuiltFile = { name: string; sha256: string; spooled: SpooledFile };
export type Built = {
  row: DossierRow;
  caseFile: CaseRow;
  papers: Paper[];
  layout: Layout;
  parts: BuiltFile[];
  baseName: string;
};
