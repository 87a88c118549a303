/**
 * The papers of a closed case are kept for the years the law asks for and then erased, a month after every admin was
 * told (security.md 5.6, asvs 110). The case, its log and its invoices stay. A case that is moved to another status
 * meanwhile is spared, and its years begin anew when it is closed again.
 */
import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { system } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { erasureNotices } from "#server/database/tables/erasure-notices.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { sendMail } from "#server/mail/outbox.ts";
import { lockCase } from "./case-lock.ts";
import { eraseEverything } from "./erasures.ts";

export const NOTICE_DAYS = 30;
const DAY_MS = 86_400_000;
const MOST_NAMED = 50;

export type RetainedCase = { id: number; code: string; documentCount: number };
export type RetentionReport = { announced: RetainedCase[]; erased: RetainedCase[] };

/** With `isDryRun` nothing is changed: the report says what would be. */
export async function applyRetention({
  isDryRun,
}: {
  isDryRun: boolean;
}): Promise<RetentionReport> {
  if (runtime.config.retentionYears === 0) return { announced: [], erased: [] };
  const announced = await findUnannounced(runtime.database);
  const due = await findDue(runtime.database);
  if (isDryRun) return { announced, erased: due };
  if (announced.length > 0) await inTransaction((tx) => announceErasure(tx, announced));
  const erased: RetainedCase[] = [];
  for (const { id } of due) erased.push(...(await inTransaction((tx) => erase(tx, id))));
  const report = { announced, erased };
  runtime.log.info(countsOf(report), "retention was applied");
  return report;
}

function countsOf({ announced, erased }: RetentionReport) {
  return { announcedCases: announced.length, erasedCases: erased.length };
}

/** So early that the notice ends with the years. */
function findUnannounced(executor: Executor): Promise<RetainedCase[]> {
  return findCases(
    executor,
    sql`c.last_status_updated_at < ${endOfYears()} + ${noticeTime()} and n.case_id is null`,
  );
}

function findDue(executor: Executor): Promise<RetainedCase[]> {
  return findCases(
    executor,
    sql`c.last_status_updated_at < ${endOfYears()} and n.announced_at < now() - ${noticeTime()}`,
  );
}

/** Closed cases that still have papers; a notice counts only if the case has not been moved since. */
async function findCases(executor: Executor, condition: SQL): Promise<RetainedCase[]> {
  const { rows } = await executor.execute<RetainedCase>(sql`
    select c.id, c.case_id as code, count(*)::int as "documentCount"
    from cases c
    join documents d on d.case_id = c.id
    left join erasure_notices n on n.case_id = c.id and n.announced_at >= c.last_status_updated_at
    where c.status in ('citizen', 'cancelled') and ${condition}
    group by c.id order by c.id`);
  return rows;
}

function endOfYears(): SQL {
  return sql`now() - make_interval(years => ${runtime.config.retentionYears}::int)`;
}

function noticeTime(): SQL {
  return sql`make_interval(days => ${NOTICE_DAYS})`;
}

async function announceErasure(tx: Transaction, found: RetainedCase[]): Promise<void> {
  await tx
    .insert(erasureNotices)
    .values(found.map(({ id }) => ({ caseId: id })))
    .onConflictDoUpdate({ target: erasureNotices.caseId, set: { announcedAt: sql`now()` } });
  await recordSecurityEvent(tx, {
    kind: "retention.announced",
    userId: null,
    metadata: { caseIds: found.map(({ id }) => id) },
  });
  const admins = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(or(eq(users.isAdmin, true), eq(users.role, "admin")), isNull(users.disabledAt)));
  const data = {
    count: found.length,
    caseIds: namesOf(found),
    at: new Date(runtime.clock.now().getTime() + NOTICE_DAYS * DAY_MS).toISOString(),
    years: runtime.config.retentionYears,
  };
  for (const { email } of admins)
    await sendMail(tx, { template: "erasureAnnounced", to: { email }, data });
}

/** The first run in an old bureau may find hundreds. */
function namesOf(found: RetainedCase[]): string {
  const names = found.slice(0, MOST_NAMED).map(({ code }) => code);
  const more = found.length - names.length;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Judged once more under the lock: somebody may have opened the case again. */
async function erase(tx: Transaction, id: number): Promise<RetainedCase[]> {
  const caseFile = await lockCase(tx, system, id);
  const [due] = (await findDue(tx)).filter((found) => found.id === id);
  if (!due) return [];
  const documentCount = await eraseEverything(tx, system, caseFile);
  await recordSecurityEvent(tx, {
    kind: "retention.erased",
    userId: null,
    metadata: { caseId: id, documents: documentCount },
  });
  return [{ ...due, documentCount }];
}
