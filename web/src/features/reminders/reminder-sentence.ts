import { type CaseStatus, caseStatusTexts } from "contract/case-status";
import type { CaseReminders, ReminderRecipient, SentReminder } from "contract/reminders";
import { fullNameOf } from "#web/format/person.ts";
import { bureauDay, formatPlainDate } from "#web/format/time.ts";
import { reminderMessages } from "#web/messages/reminders.ts";

const texts = reminderMessages.card;

const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "long" });

/** 'Thursday, 5 Nov 2026'. */
export function dayText(day: string): string {
  return `${weekday.format(new Date(`${day}T00:00:00Z`))}, ${formatPlainDate(day)}`;
}

type Told = Pick<CaseReminders, "plan" | "stop" | "nextOn" | "recipients">;
type Place = { readonly status: CaseStatus; readonly hour: number };

/** What becomes of reminders: a stop is told before a pause, a pause before the next day. */
export function reminderSentence(told: Told, { status, hour }: Place): string {
  const { plan, stop, nextOn, recipients } = told;
  switch (stop) {
    case "bureau_off":
      return texts.bureauOff;
    case "off":
      return texts.off;
    case "case_status":
      return texts.caseStatus(caseStatusTexts[status].label);
    case "nothing_open":
      return texts.nothingOpen;
    case "nobody":
      return texts.nobody(recipients.map(whyNot).join("; ") || texts.noClient);
    case "most_reached":
      return texts.mostReached(plan.sentInRound);
    case "no_working_day":
      return texts.noWorkingDay;
    case null:
      if (isPaused(plan)) return texts.pausedUntil(formatPlainDate(plan.pausedUntil ?? ""));
      return nextOn === null ? texts.nothingOpen : texts.next(dayText(nextOn), hour);
  }
}

export function isPaused({ pausedUntil }: Pick<CaseReminders["plan"], "pausedUntil">): boolean {
  return pausedUntil !== null && pausedUntil > bureauDay(new Date());
}

/** 'Clara Client: has not registered yet'. */
function whyNot({ name, reason }: ReminderRecipient): string {
  return reason === null ? name : `${name}: ${reminderMessages.reasons[reason]}`;
}

/** '5 Nov 2026, Clara Client, 3 items, by the schedule'. */
export function sentLine({ sentOn, name, items, by, staff }: SentReminder): string {
  const staffName = staff === null ? texts.somebody : fullNameOf(staff) || texts.somebody;
  const whose = by === "schedule" ? texts.bySchedule : texts.by(staffName);
  return texts.sentLine({
    day: formatPlainDate(sentOn),
    name: name ?? texts.somebody,
    count: items,
    by: whose,
  });
}
