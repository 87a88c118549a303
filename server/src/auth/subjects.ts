/**
 * Whether the record named in a path exists for this actor. Asked before the body is read, and again under lock by
 * the service. What one may not see is the same 404 as what does not exist (D-106). Each module says in its definition
 * how its records are found.
 */
import type { Subject } from "contract/endpoint";
import type { Actor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";

export type SubjectRecord = { id: number; caseId: number };
export type PathParams = Readonly<Record<string, unknown>>;

type Finding =
  | {
      /** The record, when this actor may see it. */
      find(actor: Actor, params: PathParams): Promise<SubjectRecord | undefined>;
    }
  | {
      /** The record before it is known who asks: read in one round trip with his session. */
      look(executor: Executor, params: PathParams): Promise<SeenRecord | undefined>;
    };
/** Says for whom it is there; nobody else gets it. */
export type SeenRecord = { record: SubjectRecord; isSeenBy(actor: Actor): boolean };

export type SubjectDefinition = Finding & {
  /** Throws 403 when this actor may look at the record but not touch it (security.md 5.2). */
  assertMayChange?(actor: Actor, record: SubjectRecord): Promise<void>;
};
export type SubjectDefinitions = Partial<Record<Subject, SubjectDefinition>>;

const definitions = new Map<Subject, SubjectDefinition>();

export function defineSubjects(subjects: SubjectDefinitions): void {
  for (const [name, definition] of Object.entries(subjects))
    definitions.set(name as Subject, definition);
}

/** Undefined for a subject that is looked for when it is known who asks. */
export function lookAhead(
  subject: Subject,
  params: PathParams,
): ((executor: Executor) => Promise<SeenRecord | undefined>) | undefined {
  const definition = definitionOf(subject);
  return "look" in definition ? (executor) => definition.look(executor, params) : undefined;
}

/** Throws the record's 404 when this actor may not see it. `seen` is what a look ahead has found. */
export async function resolveSubject(
  subject: Subject,
  actor: Actor,
  { params, seen }: { params: PathParams; seen?: Promise<SeenRecord | undefined> | undefined },
): Promise<SubjectRecord> {
  const definition = definitionOf(subject);
  if ("find" in definition) {
    const found = await definition.find(actor, params);
    if (!found) throw notFound(subject);
    return found;
  }
  const found = await (seen ?? definition.look(runtime.database, params));
  if (!found?.isSeenBy(actor)) throw notFound(subject);
  return found.record;
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
