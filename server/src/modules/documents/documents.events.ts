/** What the case's activity says about its documents. */
import {
  documentGroupOf,
  isAdminCategory,
  type DocumentCategory,
} from "contract/document-categories";
import type { AuditableActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { DocumentRow } from "#server/database/tables/documents.ts";
import type {
  AuditEntry,
  DomainEvent,
  DomainEventName,
  Quiet,
} from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import { touchCase } from "#server/modules/cases/case-lock.ts";

export function entryOf(
  action: AuditEntry["action"],
  row: DocumentRow,
  metadata: Record<string, unknown>,
): AuditEntry {
  return {
    action,
    documentName: row.originalName,
    stage: documentGroupOf(row.category),
    metadata,
    subject: { kind: "document", id: row.id, revision: row.revision },
  };
}

/** For what changes no revision: looking, taking away. */
export function withoutSubject({ subject: _unchanged, ...entry }: AuditEntry): AuditEntry {
  return entry;
}

/** Who may hear of these documents: what happens to the government's is for admins alone (D-071). */
export function seenByOf(rows: readonly { category: DocumentCategory }[]): DomainEvent["seenBy"] {
  return rows.every(({ category }) => isAdminCategory(category)) ? "admins" : undefined;
}

type Change = {
  name: DomainEventName;
  caseFile: DomainEvent["case"];
  entries: readonly AuditEntry[];
  /** The document before and after. */
  rows: readonly DocumentRow[];
  /** What the automation service is told. */
  data?: Record<string, unknown>;
  quiet?: Quiet | undefined;
};

/** A change of a document moves its case's 'Last Updated' (D-057). */
export async function recordChange(
  tx: Transaction,
  actor: AuditableActor,
  change: Change,
): Promise<void> {
  await touchCase(tx, change.caseFile.id);
  await record(tx, actor, {
    name: change.name,
    case: change.caseFile,
    entries: change.entries,
    seenBy: seenByOf(change.rows),
    ...(change.data && { data: change.data }),
    quiet: change.quiet,
  });
}
