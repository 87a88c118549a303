/** A dossier whose parts are made and not stored yet. */
import type { AuditableActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import type { SpooledFile } from "#server/files/spool.ts";
import type { Clock } from "#server/integrations/clock.ts";
import type { Layout } from "./layout.ts";
import type { Paper } from "./read-papers.ts";

/** What is told of a dossier that stands. */
export type BuiltFacts = {
  row: DossierRow;
  caseFile: CaseRow;
  pages: number;
  parts: number;
  /** How many papers were left out. */
  left: number;
};

/** How a build ends. */
export type Finish = {
  clock: Clock;
  /** In the transaction that writes it; `builder` has asked for it. */
  tell: (tx: Transaction, builder: AuditableActor, facts: BuiltFacts) => Promise<void>;
};

export type BuiltFile = { name: string; sha256: string; spooled: SpooledFile };
export type Built = {
  row: DossierRow;
  caseFile: CaseRow;
  papers: Paper[];
  layout: Layout;
  parts: BuiltFile[];
  baseName: string;
};
