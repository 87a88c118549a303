/** Reminders as the server answers them. */
import type { CaseReminders, ReminderSchedule, UpcomingReminder } from "contract/reminders";

export function buildReminders(more: Partial<CaseReminders> = {}): CaseReminders {
  return {
    plan: {
      isOn: true,
      pausedUntil: null,
      resumedOn: null,
      roundStartedOn: "2026-11-02",
      sentInRound: 0,
      lastScheduledOn: null,
      lastSentOn: null,
      nextOn: "2026-11-05",
      version: 2,
    },
    stop: null,
    nextOn: "2026-11-05",
    openCount: 3,
    recipients: [{ userId: 7, name: "Clara Client", canBeReminded: true, reason: null }],
    sent: [],
    ...more,
  };
}

export function buildSchedule(more: Partial<ReminderSchedule> = {}): ReminderSchedule {
  return {
    isOn: true,
    firstDays: [3, 7, 14],
    everyDays: 7,
    most: 8,
    hour: 9,
    workingDays: [1, 2, 3, 4, 5],
    holidays: [{ day: "2026-12-02", name: "National Day" }],
    overdueDays: 14,
    version: 4,
    ...more,
  };
}

export function buildUpcoming(more: Partial<UpcomingReminder> = {}): UpcomingReminder {
  return {
    case: { id: 1, caseId: "VU-2026-0014", title: "Sarrouf family" },
    people: [{ userId: 7, name: "Clara Client" }],
    openCount: 3,
    nextOn: "2026-11-05",
    pausedUntil: null,
    stop: null,
    sentInRound: 1,
    most: 8,
    ...more,
  };
}
