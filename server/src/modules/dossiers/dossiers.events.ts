/** What the activity of a case says about its dossiers. */
import type { AuditableActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { DossierRow } from "#server/database/tables/dossiers.ts";
import type { AuditEntry, DomainEvent, DomainEventName } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import { touchCase } from "#server/modules/cases/case-lock.ts";

type Happened = {
  name: DomainEventName;
  caseFile: DomainEvent["case"];
  row: Pick<DossierRow, "id" | "number" | "title" | "holdsGovernment">;
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
    entries: entry
      ? [
          {
            ...entry,
            stage: "dossier",
            documentName: row.title,
            metadata: { dossierId: row.id, number: row.number, ...entry.metadata },
          },
        ]
      : [],
    seenBy: row.holdsGovernment ? "admins" : "staff",
    ...(data && { data }),
  });
}
