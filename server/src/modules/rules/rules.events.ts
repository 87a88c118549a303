/** What happened to a rule: written among the events of the bureau, read as its history and to notice lost edits. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { MOST_RULE_CHANGES, type RuleChange, ruleChangeKinds } from "contract/rules";
import { isAdmin, type SignedInActor } from "#server/core/actor.ts";
import { editConflict } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import type { DocumentRuleRow } from "#server/database/tables/document-rules.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import type { FieldChanges } from "./rule-fields.ts";

export type RuleChangeKind = RuleChange["kind"];
type Happened = { kind: RuleChangeKind; row: DocumentRuleRow; changes: FieldChanges };

/** `version` is the one that the rule has since. */
type Told = {
  ruleId: number;
  program: string;
  category: string;
  changes: FieldChanges;
  version: number;
};

export async function recordRule(tx: Transaction, actor: SignedInActor, happened: Happened) {
  const { kind, row, changes } = happened;
  const { id: ruleId, program, category, revision: version } = row;
  const told: Told = { ruleId, program, category, changes, version };
  await recordSecurityEvent(tx, { kind: `rule.${kind}`, userId: actor.id, metadata: told });
}

const kinds = ruleChangeKinds.map((kind) => `rule.${kind}`);
const isOf = (ruleId: number) =>
  and(
    inArray(securityEvents.kind, kinds),
    eq(sql`(${securityEvents.metadata} ->> 'ruleId')::integer`, ruleId),
  );

export async function readHistory(ruleId: number): Promise<RuleChange[]> {
  const { id, createdAt, kind, metadata } = securityEvents;
  const { firstName, lastName, role, isAdmin: flag } = users;
  const rows = await runtime.database
    .select({
      at: createdAt,
      kind,
      metadata,
      person: { firstName, lastName, role, isAdmin: flag },
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(isOf(ruleId))
    .orderBy(desc(id))
    .limit(MOST_RULE_CHANGES);
  return rows.map((row) => ({
    at: row.at,
    person: row.person && { ...row.person, role: isAdmin(row.person) ? "admin" : row.person.role },
    kind: row.kind.slice("rule.".length) as RuleChangeKind,
    changes: (row.metadata as Told).changes,
  }));
}

type Edit = { basedOn: number | null; row: DocumentRuleRow; changes: FieldChanges };

/** Edits of different fields do not collide; without a version the last one wins. */
export async function assertNoRuleConflict(
  executor: Executor,
  { basedOn, row, changes }: Edit,
): Promise<void> {
  if (basedOn === null || basedOn >= row.revision) return;
  const since = await executor
    .select({ metadata: securityEvents.metadata })
    .from(securityEvents)
    .where(
      and(isOf(row.id), sql`(${securityEvents.metadata} ->> 'version')::integer > ${basedOn}`),
    );
  const changed = new Set(since.flatMap(({ metadata }) => Object.keys((metadata as Told).changes)));
  const lost = Object.keys(changes).filter((field) => changed.has(field));
  if (lost.length === 0) return;
  throw editConflict(
    Object.fromEntries(lost.map((field) => [field, changes[field]?.from ?? null])),
  );
}
