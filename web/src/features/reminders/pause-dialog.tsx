import { type FormEvent, useState } from "react";
import { addDays } from "contract/days";
import { bureauDay } from "#web/format/time.ts";
import { reminderMessages } from "#web/messages/reminders.ts";
import { DateInput } from "#web/ui/date-input.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";

const texts = reminderMessages.pause;
const MOST_DAYS = 365;

type PauseDialogProps = {
  readonly onClose: () => void;
  readonly onPause: (day: string) => Promise<unknown>;
};

export function PauseDialog({ onClose, onPause }: PauseDialogProps) {
  const [today] = useState(() => bureauDay(new Date()));
  const [day, setDay] = useState("");
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (day <= today || day > addDays(today, MOST_DAYS)) return setError(texts.wrong);
    setIsPending(true);
    try {
      await onPause(day);
      onClose();
    } catch {
      // The toast has said so; what was chosen stays.
      setIsPending(false);
    }
  };
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={texts.title}
      busy={isPending}
      onSubmit={(event) => void submit(event)}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={isPending}
          submit={texts.submit}
          pendingText={texts.pending}
        />
      }
    >
      <Field label={texts.day} hint={texts.hint} error={error} required>
        <DateInput
          value={day}
          min={addDays(today, 1)}
          max={addDays(today, MOST_DAYS)}
          onValueChange={(next) => {
            setDay(next);
            setError(undefined);
          }}
        />
      </Field>
    </Dialog>
  );
}
