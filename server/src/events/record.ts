/** Writes what has happened, in the same transaction as the change: either both are there or neither. */
import { type AuditableActor, userIdOf } from "#server/core/actor.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { caseEvents } from "#server/database/tables/case-events.ts";
import { writeAtEnd } from "#server/database/transaction.ts";
import { announceSeen } from "./announce.ts";
import { eventDefinition } from "./definitions.ts";
import type { DomainEvent } from "./domain-event.ts";

export type Reaction = (
  tx: Transaction,
  actor: AuditableActor,
  event: DomainEvent,
) => Promise<void>;

const reactions: Reaction[] = [];

/** A module reacts to events inside their transaction, for example by an outbox row. Called once, at start. */
export function reactToEvents(reaction: Reaction): void {
  if (!reactions.includes(reaction)) reactions.push(reaction);
}

export async function record(
  tx: Transaction,
  actor: AuditableActor,
  event: DomainEvent,
): Promise<void> {
  const { refreshes, row } = eventDefinition(event.name);
  for (const entry of event.entries) {
    await writeAtEnd(tx, insertEvents, {
      caseId: event.case.id,
      actorId: userIdOf(actor),
      action: entry.action,
      documentName: entry.documentName ?? null,
      stage: entry.stage ?? null,
      metadata: { ...entry.metadata, ...tokenOf(actor) },
      subject: entry.subject?.kind ?? null,
      subjectId: entry.subject?.id ?? null,
      revision: entry.subject?.revision ?? null,
    });
  }
  for (const reaction of reactions) await reaction(tx, actor, event);
  await announceSeen(tx, { ...event, refreshes: [...refreshes, "audit"], row });
}

/** What a program does for its owner names the token as well. */
function tokenOf(actor: AuditableActor): { tokenId?: number } {
  return actor.kind === "user" && actor.token ? { tokenId: actor.token.id } : {};
}

function insertEvents(tx: Executor, events: readonly (typeof caseEvents.$inferInsert)[]) {
  return tx.insert(caseEvents).values([...events]);
}

type Change = { from: unknown; to: unknown };

/** Field → old and new value, of the fields that really changed (S-21). */
export function changesBetween<Row extends Record<string, unknown>>(
  before: Row,
  after: Partial<Row>,
): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const [field, value] of Object.entries(after)) {
    if (value !== undefined && before[field] !== value)
      changes[field] = { from: before[field] ?? null, to: value };
  }
  return changes;
}
