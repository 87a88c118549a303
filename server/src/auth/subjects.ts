/**
 * Whether the record named in a path exists for this actor. Asked before the body is read, and again under lock by
 * the service. What one may not see is the same 404 as what does not exist (D-106). Each module says in its definition
 * how its records are found.
 */
import type { Subject } from "contract/endpoint";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";

export type SubjectRecord = { id: number; caseId: number };
export type PathParams = Readonly<Record<string, unknown>>;

export type SubjectDefinition = {
  /** The record, when this actor may see it. */
  find(actor: Actor, params: PathParams): Promise<SubjectRecord | undefined>;
  /** Throws 403 when this actor may look at the record but not touch it (security.md 5.2). */
  assertMayChange?(actor: Actor, record: SubjectRecord): Promise<void>;
};
export type SubjectDefinitions = Partial<Record<Subject, SubjectDefinition>>;

const definitions = new Map<Subject, SubjectDefinition>();

export function defineSubjects(subjects: SubjectDefinitions): void {
  for (const [name, definition] of Object.entries(subjects))
    definitions.set(name as Subject, definition);
}

/** Throws the record's 404 when this actor may not see it. */
export async function resolveSubject(
  subject: Subject,
  actor: Actor,
  params: PathParams,
): Promise<SubjectRecord> {
  const found = await definitionOf(subject).find(actor, params);
  if (!found) throw notFound(subject);
  return found;
}

/** Asked before the body is read. */
export async function assertMayChange(
  subject: Subject,
  actor: Actor,
  record: SubjectRecord,
): Promise<void> {
  await definitionOf(subject).assertMayChange?.(actor, record);
}

function definitionOf(subject: Subject): SubjectDefinition {
  const definition = definitions.get(subject);
  if (!definition) throw new Error(`No module says how a ${subject} is found`);
  return definition;
}
