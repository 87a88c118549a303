/** Chasing what clients have still to send: the schedule of the bureau, the plan of a case, and reminders by hand (W-CHS). */
import * as z from "zod/mini";
import { byCaseCode, endpoint } from "./endpoint.ts";
import { ById, CalendarDay, Id, longText, oneLine, Timestamp } from "./fields.ts";
import { countBetween, listQuery } from "./list-query.ts";

export const REMINDERS_PAGE_SIZE = 50;
export const MOST_REMINDER_NOTE = 500;
/** No reminder leaves from this hour on. */
export const REMINDERS_END_HOUR = 18;

/** Why no reminder will go out; of several the first. */
export const reminderStops = [
  "bureau_off",
  "off",
  "case_status",
  "nothing_open",
  "nobody",
  "most_reached",
  "no_working_day",
] as const;
export type ReminderStop = (typeof reminderStops)[number];

export const unremindedReasons = ["not_registered", "reminders_off", "undeliverable"] as const;
export type UnremindedReason = (typeof unremindedReasons)[number];

const Day = z.nullable(z.string());
const Person = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
});

const texts = {
  firstDays: "First days must be 1 to 5 rising whole numbers from 1 to 60",
  everyDays: "Must be a whole number from 1 to 30",
  most: "Must be a whole number from 1 to 20",
  hour: "Must be a whole number from 6 to 17",
  workingDays: "Choose at least one working day",
  holidays: "Enter at most 400 holidays, each day once",
  overdueDays: "Must be a whole number from 1 to 60",
} as const;

function whole(from: number, to: number, message: string) {
  return z.int(message).check(z.gte(from, message), z.lte(to, message));
}

export const Holiday = z.object({ day: z.string(), name: z.string() });
export type Holiday = z.infer<typeof Holiday>;

export const ReminderSchedule = z.object({
  isOn: z.boolean(),
  firstDays: z.array(z.number()),
  everyDays: z.number(),
  most: z.number(),
  hour: z.number(),
  /** Monday is 1. */
  workingDays: z.array(z.number()),
  holidays: z.array(Holiday),
  overdueDays: z.number(),
  version: z.number(),
});
export type ReminderSchedule = z.infer<typeof ReminderSchedule>;

/** The whole schedule: what is left out would be guessed. */
export const ReminderScheduleInput = z.object({
  isOn: z.boolean("Say whether reminders are on"),
  firstDays: z
    .array(whole(1, 60, texts.firstDays), texts.firstDays)
    .check(
      z.minLength(1, texts.firstDays),
      z.maxLength(5, texts.firstDays),
      z.refine(isRising, texts.firstDays),
    ),
  everyDays: whole(1, 30, texts.everyDays),
  most: whole(1, 20, texts.most),
  hour: whole(6, 17, texts.hour),
  workingDays: z.array(whole(1, 7, texts.workingDays), texts.workingDays).check(
    z.overwrite((days) => [...new Set(days)].toSorted((a, b) => a - b)),
    z.minLength(1, texts.workingDays),
  ),
  holidays: z
    .array(
      z.object({
        day: CalendarDay,
        name: z
          .string("Enter a name")
          .check(oneLine(), z.maxLength(100, "Must be at most 100 characters")),
      }),
      texts.holidays,
    )
    .check(
      z.maxLength(400, texts.holidays),
      z.refine((days) => new Set(days.map(({ day }) => day)).size === days.length, texts.holidays),
    ),
  overdueDays: whole(1, 60, texts.overdueDays),
});
export type ReminderScheduleInput = z.input<typeof ReminderScheduleInput>;

function isRising(days: readonly number[]): boolean {
  return days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0));
}

export const ReminderPlan = z.object({
  isOn: z.boolean(),
  pausedUntil: Day,
  resumedOn: Day,
  roundStartedOn: Day,
  sentInRound: z.number(),
  lastScheduledOn: Day,
  lastSentOn: Day,
  nextOn: Day,
  version: z.number(),
});
export type ReminderPlan = z.infer<typeof ReminderPlan>;

export const CaseReminders = z.object({
  plan: ReminderPlan,
  stop: z.nullable(z.enum(reminderStops)),
  nextOn: Day,
  /** What clients have still to send. */
  openCount: z.number(),
  recipients: z.array(
    z.object({
      /** Null: invited, and not registered yet. */
      userId: z.nullable(z.number()),
      name: z.string(),
      canBeReminded: z.boolean(),
      reason: z.nullable(z.enum(unremindedReasons)),
    }),
  ),
  sent: z.array(
    z.object({
      id: z.number(),
      sentOn: z.string(),
      sentAt: Timestamp,
      userId: z.nullable(z.number()),
      name: z.nullable(z.string()),
      items: z.number(),
      /** Within the round; null by hand. */
      number: z.nullable(z.number()),
      by: z.enum(["schedule", "hand"]),
      staff: z.nullable(Person),
      note: z.nullable(z.string()),
    }),
  ),
});
export type CaseReminders = z.infer<typeof CaseReminders>;
export type ReminderRecipient = CaseReminders["recipients"][number];
export type SentReminder = CaseReminders["sent"][number];

export const ReminderPlanInput = z.object({
  isOn: z.optional(z.boolean()),
  /** Null: no longer paused. */
  pausedUntil: z.optional(z.nullable(CalendarDay)),
});

const NOTE_TOO_LONG = `Must be at most ${MOST_REMINDER_NOTE} characters`;
export const ReminderNote = longText().check(z.maxLength(MOST_REMINDER_NOTE, NOTE_TOO_LONG));
const WHO = "Choose who is reminded";

export const RemindInput = z.object({
  userIds: z.array(Id, WHO).check(
    z.overwrite((ids) => [...new Set(ids)]),
    z.minLength(1, WHO),
    z.maxLength(20, "Choose at most 20 people"),
  ),
  note: z.optional(z.nullable(ReminderNote)),
});

export const UpcomingReminder = z.object({
  case: z.object({ id: z.number(), caseId: z.string(), title: z.string() }),
  people: z.array(z.object({ userId: z.number(), name: z.string() })),
  openCount: z.number(),
  nextOn: Day,
  pausedUntil: Day,
  stop: z.nullable(z.enum(reminderStops)),
  sentInRound: z.number(),
  most: z.number(),
});
export type UpcomingReminder = z.infer<typeof UpcomingReminder>;

const ByCode = z.object({ caseId: z.string().check(z.minLength(1), z.maxLength(100)) });

const get = endpoint({
  method: "GET",
  path: "/api/cases/:id/reminders",
  access: "staff",
  scope: "messages:read",
  subject: "case",
  summary: "When the clients of a case are reminded, who they are, and the last reminders",
  params: ById,
  response: CaseReminders,
});
const plan = endpoint({
  method: "PATCH",
  path: "/api/cases/:id/reminders",
  access: "staff",
  scope: "messages:write",
  subject: "case",
  summary: "Switch the reminders of a case off or on, pause them until a day, or go on",
  params: ById,
  body: ReminderPlanInput,
  response: ReminderPlan,
});
const preview = endpoint({
  method: "GET",
  path: "/api/cases/:id/reminders/preview",
  access: "staff",
  scope: "messages:read",
  subject: "case",
  summary: "The reminder as it would be sent now",
  params: ById,
  query: z.object({ note: z.optional(ReminderNote) }),
  response: z.object({ subject: z.string(), text: z.string() }),
});
const remind = endpoint({
  method: "POST",
  path: "/api/cases/:id/reminders",
  access: "staff",
  scope: "messages:write",
  subject: "case",
  summary: "Remind these clients now",
  params: ById,
  body: RemindInput,
  response: z.object({ sent: z.number() }),
  status: 201,
});

export const remindersApi = {
  get,
  getByCaseCode: byCaseCode(get, ByCode),
  plan,
  planByCaseCode: byCaseCode(plan, ByCode),
  preview,
  previewByCaseCode: byCaseCode(preview, ByCode),
  remind,
  remindByCaseCode: byCaseCode(remind, ByCode),
  list: endpoint({
    method: "GET",
    path: "/api/reminders",
    access: "staff",
    scope: "messages:read",
    summary: "Which reminders come next: first those that need a person",
    query: listQuery({
      page: z._default(countBetween(1, 100_000, "Invalid page"), 1),
    }),
    response: z.object({ items: z.array(UpcomingReminder), total: z.number() }),
  }),
  schedule: endpoint({
    method: "GET",
    path: "/api/reminder-schedule",
    access: "staff",
    scope: "session",
    summary: "On which days the bureau reminds",
    response: ReminderSchedule,
  }),
  setSchedule: endpoint({
    method: "PUT",
    path: "/api/reminder-schedule",
    access: "admin",
    scope: "session",
    summary: "Say on which days the bureau reminds; `dryRun` only answers what that would change",
    query: z.object({ dryRun: z.optional(z.literal("1", "Invalid dryRun")) }),
    body: ReminderScheduleInput,
    response: z.object({
      schedule: ReminderSchedule,
      /** How many cases get another next day. */
      changedCases: z.number(),
      /** When the next mails go out. */
      firstOn: Day,
    }),
  }),
};
