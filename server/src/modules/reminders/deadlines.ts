/** Tells of due dates that come near or pass, of papers that have gone out of date, and of the last reminder, once each. */
import { inArray, sql } from "drizzle-orm";
import type { ChecklistItem } from "contract/checklist";
import { daysBetween } from "contract/days";
import type { DeadlinePhase } from "contract/notifications";
import { system } from "#server/core/actor.ts";
import { AppError } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauToday } from "#server/database/bureau-clock.ts";
import { deadlineNotices } from "#server/database/tables/deadline-notices.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { DomainEvent } from "#server/events/domain-event.ts";
import { record } from "#server/events/record.ts";
import type { Telling } from "#server/events/telling.ts";
import { holdCase } from "#server/modules/cases/case-lock.ts";
import { checklistOf } from "#server/modules/checklist/checklist-of.ts";
import {
  type CaseReading,
  clientItems,
  readCases,
} from "#server/modules/checklist/checklist.service.ts";
import { inRound, nextOf, noPlan, type Plan, readPlans } from "./plans.ts";
import { countReceivers } from "./receivers.ts";
import { readSchedule, type Schedule } from "./schedule.ts";

const PIECE = 50;

type Notice = Pick<typeof deadlineNotices.$inferSelect, "phase" | "itemKey" | "day">;
type Found = { caseId: number; items: readonly ChecklistItem[]; notices: readonly Notice[] };

export async function tellDeadlines(): Promise<void> {
  const schedule = await readSchedule(runtime.database);
  for (let after = 0, isMore = true; isMore;) {
    const { rows } = await runtime.database.execute<{ id: number }>(sql`
      select id from cases where id > ${after} and status not in ('hold', 'cancelled', 'citizen')
      order by id limit ${PIECE}`);
    const ids = rows.map(({ id }) => id);
    for (const found of await findNotices(ids, schedule)) await tellOnce(found);
    isMore = ids.length === PIECE;
    after = ids.at(-1) ?? after;
  }
}

/** Of these cases, what was not told yet. */
async function findNotices(ids: readonly number[], schedule: Schedule): Promise<Found[]> {
  const [readings, plans, receivers, told] = await Promise.all([
    readCases(runtime.database, system, ids),
    readPlans(runtime.database, ids),
    countReceivers(runtime.database, ids),
    runtime.database
      .select()
      .from(deadlineNotices)
      .where(inArray(deadlineNotices.caseId, [...ids])),
  ]);
  const known = new Set(told.map((notice) => keyOf(notice.caseId, notice)));
  return readings.flatMap((reading) => {
    const caseId = reading.caseFile.id;
    const items = clientItems(checklistOf(reading));
    const plan = plans.get(caseId) ?? noPlan;
    const isLast = hasEnded({ reading, plan, schedule }, items.length, receivers.get(caseId) ?? 0);
    const notices = [
      ...items.flatMap((item) => noticesOf(item, schedule.overdueDays, reading.today)),
      ...(isLast && plan.roundStartedOn !== null
        ? [{ phase: "last_reminder" as const, itemKey: "", day: plan.roundStartedOn }]
        : []),
    ].filter((notice) => !known.has(keyOf(caseId, notice)));
    return notices.length === 0 ? [] : [{ caseId, items, notices }];
  });
}

/** A day without the portal loses none: what comes near is told up to a day late. */
export function noticesOf(
  { key, state, dueOn, documents }: Pick<ChecklistItem, "key" | "state" | "dueOn" | "documents">,
  overdueDays: number,
  today: string,
): Notice[] {
  if (state === "expired") {
    const ends = documents.flatMap(({ validUntil }) => validUntil ?? []).toSorted();
    const day = ends.at(-1);
    return day === undefined ? [] : [{ phase: "expired", itemKey: key, day }];
  }
  if (dueOn === null) return [];
  const ahead = daysBetween(today, dueOn);
  const phase = phaseOf(ahead, overdueDays);
  return phase === null ? [] : [{ phase, itemKey: key, day: dueOn }];
}

function phaseOf(ahead: number, overdueDays: number): Notice["phase"] | null {
  if (ahead === 6 || ahead === 7) return "near_7";
  if (ahead === 0 || ahead === 1) return "near_1";
  return -ahead >= overdueDays ? "overdue" : null;
}

type Round = { reading: CaseReading; plan: Plan; schedule: Schedule };

function hasEnded({ reading, plan, schedule }: Round, openCount: number, receivers: number) {
  const facts = { status: reading.caseFile.status, openCount };
  const running = inRound(plan, { ...facts, today: bureauToday() });
  const next = nextOf({ schedule, plan: running, facts, receivers });
  return "stop" in next && next.stop === "most_reached";
}

/** What somebody else has written meanwhile, he tells. */
async function tellOnce({ caseId, items, notices }: Found): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      const caseFile = await holdCase(tx, system, caseId);
      const written = await tx
        .insert(deadlineNotices)
        .values(notices.map((notice) => ({ caseId, ...notice })))
        .onConflictDoNothing()
        .returning();
      for (const [phase, ofPhase] of Map.groupBy(written, (notice) => phases[notice.phase])) {
        const about =
          phase === "last_reminder"
            ? items.map(({ key }) => ({ id: caseId, key }))
            : ofPhase.map(({ itemKey, day }) => ({ id: caseId, key: itemKey, dueOn: day }));
        await record(tx, system, {
          name: "reminders.deadline",
          case: caseFile,
          entries: [],
          data: { phase, about },
        });
      }
    });
  } catch (error) {
    // Deleted meanwhile.
    if (!(error instanceof AppError && error.status === 404)) throw error;
  }
}

const phases: Record<Notice["phase"], DeadlinePhase> = {
  near_7: "near",
  near_1: "near",
  overdue: "overdue",
  expired: "expired",
  last_reminder: "last_reminder",
};

export function tellDeadline({ data }: DomainEvent): Telling {
  const { phase, about } = data as Pick<Telling, "about"> & { phase: DeadlinePhase };
  const to = phase === "near" ? (["clients", "agents"] as const) : (["advisers"] as const);
  return { kind: "deadline_near", phase, to, about };
}

function keyOf(caseId: number, { phase, itemKey, day }: Notice): string {
  return `${caseId} ${phase} ${itemKey} ${day}`;
}
