/** When a case is reminded next, or why it is not. Pure, and total: whatever it is given, it answers (W-CHS-001..005). */
import type { CaseStatus } from "contract/case-status";
import { addDays } from "contract/days";
import type { ReminderSchedule, ReminderStop } from "contract/reminders";

export type NextReminder = { on: string } | { stop: ReminderStop };

export type PlanFacts = {
  isOn: boolean;
  pausedUntil: string | null;
  resumedOn: string | null;
  roundStartedOn: string | null;
  sentInRound: number;
  lastScheduledOn: string | null;
  lastSentOn: string | null;
};

export type ScheduleFacts = Omit<ReminderSchedule, "version" | "hour" | "overdueDays">;

type Asked = {
  schedule: ScheduleFacts;
  plan: PlanFacts;
  openCount: number;
  status: CaseStatus;
  /** How many people can be reminded. */
  receivers: number;
  today: string;
  /** No more reminders leave today. */
  isOver: boolean;
};

const DAYS_LOOKED_AT = 60;
const DAYS_BETWEEN = 2;

export function nextReminderOn(asked: Asked): NextReminder {
  const stop = stopOf(asked);
  if (stop !== null) return { stop };
  const day = workingDayFrom(candidateOf(asked), asked.schedule);
  return day === null ? { stop: "no_working_day" } : { on: day };
}

/** Nothing is asked of a client meanwhile, or ever again. */
export function isResting(status: CaseStatus): boolean {
  return status === "hold" || isEnded(status);
}

export function isEnded(status: CaseStatus): boolean {
  return status === "cancelled" || status === "citizen";
}

/** A pause is none: it only moves the day. */
function stopOf({ schedule, plan, ...asked }: Asked): ReminderStop | null {
  if (!schedule.isOn) return "bureau_off";
  if (!plan.isOn) return "off";
  if (isResting(asked.status)) return "case_status";
  if (asked.openCount === 0) return "nothing_open";
  if (asked.receivers === 0) return "nobody";
  return plan.sentInRound >= schedule.most ? "most_reached" : null;
}

function candidateOf({ schedule, plan, today, isOver }: Asked): string {
  const first = schedule.firstDays[0] ?? 1;
  const began = plan.roundStartedOn ?? today;
  const last = plan.sentInRound === 0 ? began : (plan.lastScheduledOn ?? began);
  const days = [
    addDays(last, gapAfter(plan.sentInRound, schedule)),
    plan.lastSentOn && addDays(plan.lastSentOn, DAYS_BETWEEN),
    plan.resumedOn && addDays(plan.resumedOn, first),
    plan.pausedUntil,
    isOver ? addDays(today, 1) : today,
  ];
  return days.reduce<string>((latest, day) => (day !== null && day > latest ? day : latest), "");
}

/** Between the reminder of this number and the one after it. */
function gapAfter(sent: number, { firstDays, everyDays }: ScheduleFacts): number {
  const next = firstDays[sent];
  return next === undefined ? everyDays : next - (firstDays[sent - 1] ?? 0);
}

function workingDayFrom(from: string, schedule: ScheduleFacts): string | null {
  for (let ahead = 0; ahead < DAYS_LOOKED_AT; ahead += 1) {
    const day = addDays(from, ahead);
    if (isWorkingDay(day, schedule)) return day;
  }
  return null;
}

export function isWorkingDay(
  day: string,
  { workingDays, holidays }: Pick<ScheduleFacts, "workingDays" | "holidays">,
): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return workingDays.includes(weekday) && holidays.every((holiday) => holiday.day !== day);
}
