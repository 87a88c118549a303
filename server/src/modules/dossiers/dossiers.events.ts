/** What the activity of a case says about its dossiers. */
import type { AuditableActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import type { AuditEntry, DomainEvent, DomainEventName } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import { touchCase } from "#server/modules/cases/case-lock.ts";
import type { BuiltFacts } from "./built.ts";

type TitledRow = Pick<DossierRow, "id" | "number" | "title">;

export function aboutDossier({ id, number, title }: TitledRow, entry: AuditEntry): AuditEntry {
  const metadata = { dossierId: id, number, ...entry.metadata };
  return { ...entry, stage: "dossier", documentName: title, metadata };
}

export function builtEntry({ row, pages, parts, left }: BuiltFacts): AuditEntry {
  return { action: "create", metadata: { kind: row.kind, pages, parts, left } };
}

export function recordBuilt(
  tx: Transaction,
  builder: AuditableActor,
  facts: BuiltFacts,
): Promise<void> {
  const { row, caseFile, pages } = facts;
  const { id, number, kind } = row;
  const data = { dossierId: id, number, kind, pages };
  const entry = builtEntry(facts);
  return recordDossier(tx, builder, { name: "dossier.built", caseFile, row, entry, data });
}

type Happened = {
  name: DomainEventName;
  caseFile: DomainEvent["case"];
  row: TitledRow & Pick<DossierRow, "holdsGovernment">;
  /** None for what is only under way. */
  entry?: AuditEntry;
  /** For the automation service. */
  data?: Record<string, unknown>;
};

export async function recordDossier(
  tx: Transaction,
  actor: AuditableActor,
  { name, caseFile, row, entry, data }: Happened,
): Promise<void> {
  if (entry) await touchCase(tx, caseFile.id);
  await record(tx, actor, {
    name,
    case: caseFile,
    entries: entry ? [aboutDossier(row, entry)] : [],
    seenBy: row.holdsGovernment ? "admins" : "staff",
    ...(data && { data }),
  });
}
