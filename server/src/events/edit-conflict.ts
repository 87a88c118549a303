/**
 * Nobody's edit disappears without notice (P4, reliability 18): an edit says which revision it was based on, and is refused
 * only when somebody has changed the same fields since. Edits of different fields never collide, and without one
 * the last write wins.
 */
import { and, eq, gt } from "drizzle-orm";
import { editConflict } from "#server/core/errors.ts";
import type { Transaction } from "#server/database/connection.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import type { AuditEntry } from "./domain-event.ts";

type Edit = {
  subject: { kind: NonNullable<AuditEntry["subject"]>["kind"]; id: number };
  /** The revision the editor saw; null when he did not say. */
  basedOn: number | null;
  /** The locked row as it is now. */
  current: Record<string, unknown> & { revision: number };
  /** What would really change: the keys of `changesBetween(current, …)`. */
  fields: readonly string[];
};

/** Throws 409 with the values that somebody else has saved meanwhile. */
export async function assertNoEditConflict(tx: Transaction, edit: Edit): Promise<void> {
  const { subject, basedOn, current, fields } = edit;
  if (basedOn === null || basedOn >= current.revision) return;
  const since = await tx
    .select({ action: caseEvents.action, metadata: caseEvents.metadata })
    .from(caseEvents)
    .where(
      and(
        eq(caseEvents.subject, subject.kind),
        eq(caseEvents.subjectId, subject.id),
        gt(caseEvents.revision, basedOn),
      ),
    );
  const changed = new Set(
    since.flatMap(({ action, metadata }) =>
      action === "status_change"
        ? ["status"]
        : [...Object.keys(metadata), ...namedFields(metadata)],
    ),
  );
  const lost = fields.filter((field) => changed.has(field));
  if (lost.length === 0) return;
  throw editConflict(Object.fromEntries(lost.map((field) => [field, current[field] ?? null])));
}

/** Of changes whose values are not written down. */
function namedFields({ fields }: Record<string, unknown>): string[] {
  return Array.isArray(fields) ? fields.map(String) : [];
}
