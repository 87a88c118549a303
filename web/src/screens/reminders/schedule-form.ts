/** The schedule as it is typed: days as a line of numbers, holidays as lines. */
import { type Holiday, type ReminderSchedule, ReminderScheduleInput } from "contract/reminders";
import { reminderMessages } from "#web/messages/reminders.ts";

export type ScheduleForm = {
  isOn: boolean;
  firstDays: string;
  everyDays: string;
  most: string;
  hour: string;
  overdueDays: string;
  workingDays: readonly number[];
  holidays: string;
};
export type Problems = Partial<Record<keyof ScheduleForm, string>>;

export function formOf(schedule: ReminderSchedule): ScheduleForm {
  return {
    isOn: schedule.isOn,
    firstDays: schedule.firstDays.join(", "),
    everyDays: String(schedule.everyDays),
    most: String(schedule.most),
    hour: String(schedule.hour),
    overdueDays: String(schedule.overdueDays),
    workingDays: schedule.workingDays,
    holidays: schedule.holidays.map(({ day, name }) => `${day} ${name}`.trim()).join("\n"),
  };
}

/** What would be sent, or what is wrong with which field. */
export function readForm(
  form: ScheduleForm,
): { input: ReminderScheduleInput; problems: null } | { input: null; problems: Problems } {
  const holidays = holidaysIn(form.holidays);
  if (typeof holidays === "string") return { input: null, problems: { holidays } };
  const parsed = ReminderScheduleInput.safeParse({
    isOn: form.isOn,
    firstDays: form.firstDays
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(numberIn),
    everyDays: numberIn(form.everyDays),
    most: numberIn(form.most),
    hour: numberIn(form.hour),
    overdueDays: numberIn(form.overdueDays),
    workingDays: [...form.workingDays],
    holidays,
  });
  if (parsed.success) return { input: parsed.data, problems: null };
  const problems: Problems = {};
  for (const { path, message } of parsed.error.issues)
    problems[path[0] as keyof ScheduleForm] ??= message;
  return { input: null, problems };
}

function numberIn(text: string): number {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** 'YYYY-MM-DD Name', one a line; a sentence for the first line that is none. */
function holidaysIn(text: string): Holiday[] | string {
  const holidays: Holiday[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const match = /^(\d{4}-\d{2}-\d{2})(?:[\s,;]+(.*))?$/.exec(line);
    const day = match?.[1];
    if (day === undefined) return reminderMessages.schedule.wrongHoliday(line.slice(0, 60));
    holidays.push({ day, name: match?.[2] ?? "" });
  }
  return holidays;
}
