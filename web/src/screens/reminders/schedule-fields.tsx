import { useState } from "react";
import type { ReminderSchedule, ReminderScheduleInput } from "contract/reminders";
import { usePreviewSchedule, useSaveSchedule } from "#web/features/reminders/reminders.queries.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { bureauZone } from "#web/format/bureau-zone.ts";
import { formatPlainDate } from "#web/format/time.ts";
import { reminderMessages } from "#web/messages/reminders.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { usePreview } from "#web/ui/preview-before-save.ts";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { formOf, type Problems, readForm, type ScheduleForm } from "./schedule-form.ts";

const texts = reminderMessages.schedule;

type Effects = { readonly changedCases: number; readonly firstOn: string | null };

/** What saving would change is shown before it can be saved. */
export function ScheduleFields({ schedule }: { readonly schedule: ReminderSchedule }) {
  const [form, setForm] = useState(() => formOf(schedule));
  const [problems, setProblems] = useState<Problems>({});
  const { preview, keep } = usePreview<ScheduleForm, Effects>(form);
  const look = usePreviewSchedule();
  const save = useSaveSchedule();
  const isChanged = JSON.stringify(form) !== JSON.stringify(formOf(schedule));
  useUnsaved(isChanged);
  const put = (part: Partial<ScheduleForm>) => {
    setForm({ ...form, ...part });
    setProblems({});
  };
  const withInput = async (
    act: (input: ReminderScheduleInput) => Promise<void>,
    failed: string,
  ) => {
    const read = readForm(form);
    if (read.input === null) return setProblems(read.problems);
    try {
      await act(read.input);
    } catch (error) {
      failureToast(reminderMessages.errorTitle, failed)(error);
    }
  };
  const { version } = schedule;
  const showPreview = () =>
    withInput(
      async (input) => keep(form, await look.mutateAsync({ input, version })),
      texts.previewFailed,
    );
  const store = () =>
    withInput(async (input) => {
      await save.mutateAsync({ input, version });
    }, reminderMessages.saveFailed);
  return (
    <div className={`${cardLook} flex flex-col gap-5 p-5`}>
      <Switch checked={form.isOn} onCheckedChange={(isOn) => put({ isOn })}>
        {texts.isOn}
      </Switch>
      <Numbers form={form} problems={problems} onChange={put} />
      <FieldGroup label={texts.workingDays} error={problems.workingDays}>
        <div className="flex flex-wrap gap-x-4">
          {texts.weekdays.map((name, index) => (
            <Checkbox
              key={name}
              checked={form.workingDays.includes(index + 1)}
              onCheckedChange={(isWorking) =>
                put({ workingDays: withDay(form.workingDays, index + 1, isWorking) })
              }
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
      <Field label={texts.holidays} hint={texts.holidaysHint} error={problems.holidays}>
        <Textarea
          rows={6}
          value={form.holidays}
          onChange={({ target }) => put({ holidays: target.value })}
        />
      </Field>
      {preview === null ? null : (
        <p role="status" className="rounded-md bg-sunken px-3.5 py-2.5 text-sm">
          {texts.changes(
            preview.changedCases,
            preview.firstOn === null ? null : formatPlainDate(preview.firstOn),
          )}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="secondary"
          disabled={!isChanged}
          pending={look.isPending}
          pendingText={texts.previewing}
          onClick={() => void showPreview()}
        >
          {texts.preview}
        </Button>
        <Button
          disabled={preview === null || !isChanged}
          pending={save.isPending}
          pendingText={texts.saving}
          onClick={() => void store()}
        >
          {texts.save}
        </Button>
      </div>
    </div>
  );
}

const numbers = [
  { name: "firstDays", label: texts.firstDays, hint: texts.firstDaysHint },
  { name: "everyDays", label: texts.everyDays },
  { name: "most", label: texts.most, hint: texts.mostHint },
  { name: "hour", label: texts.hour, hint: texts.hourHint(bureauZone) },
  { name: "overdueDays", label: texts.overdueDays, hint: texts.overdueHint },
] as const;

type NumbersProps = {
  readonly form: ScheduleForm;
  readonly problems: Problems;
  readonly onChange: (part: Partial<ScheduleForm>) => void;
};

function Numbers({ form, problems, onChange }: NumbersProps) {
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      {numbers.map(({ name, label, ...rest }) => (
        <Field
          key={name}
          label={label}
          hint={"hint" in rest ? rest.hint : undefined}
          error={problems[name]}
        >
          <Input
            inputMode="numeric"
            value={form[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

function withDay(days: readonly number[], day: number, isIn: boolean): number[] {
  const others = days.filter((each) => each !== day);
  return (isIn ? [...others, day] : others).toSorted((a, b) => a - b);
}
