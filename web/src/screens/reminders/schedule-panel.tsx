import type { UseQueryResult } from "@tanstack/react-query";
import type { ReminderSchedule } from "contract/reminders";
import { bureauZone } from "#web/format/bureau-zone.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { reminderMessages } from "#web/messages/reminders.ts";
import { cardLook } from "#web/ui/card.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";

const texts = reminderMessages.schedule;

type SchedulePanelProps = {
  readonly schedule: UseQueryResult<ReminderSchedule>;
  readonly isAdmin: boolean;
};

/** On which days and at which hour the bureau reminds; admins change it. */
export function SchedulePanel({ schedule, isAdmin }: SchedulePanelProps) {
  if (schedule.data) {
    const { data } = schedule;
    return isAdmin ? (
      <ScheduleFields key={data.version} schedule={data} />
    ) : (
      <ScheduleFacts schedule={data} />
    );
  }
  if (schedule.isError)
    return (
      <ErrorState
        message={texts.failed}
        onRetry={() => void schedule.refetch()}
        retrying={schedule.isFetching}
      />
    );
  return (
    <SkeletonScreen label={texts.loading}>
      <SkeletonRows count={6} />
    </SkeletonScreen>
  );
}

function ScheduleFacts({ schedule }: { readonly schedule: ReminderSchedule }) {
  const { holidays, workingDays } = schedule;
  const facts = [
    [texts.firstDays, schedule.firstDays.join(", ")],
    [texts.everyDays, String(schedule.everyDays)],
    [texts.most, String(schedule.most)],
    [texts.hour, `${schedule.hour}:00 (${bureauZone})`],
    [texts.overdueDays, String(schedule.overdueDays)],
    [texts.workingDays, workingDays.map((day) => texts.weekdays[day - 1]).join(", ")],
    [
      texts.holidays,
      holidays.map(({ day, name }) => `${formatPlainDate(day)} ${name}`.trim()).join(", ") ||
        texts.noHolidays,
    ],
  ] as const;
  return (
    <div className={`${cardLook} p-5 text-sm`}>
      <p className="mb-3 font-medium">{schedule.isOn ? texts.onText : texts.offText}</p>
      <dl className="flex flex-col divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted">{texts.adminsOnly}</p>
    </div>
  );
}
