import { type FormEvent, useDeferredValue, useState } from "react";
import { MOST_REMINDER_NOTE, type ReminderRecipient } from "contract/reminders";
import { reminderMessages } from "#web/messages/reminders.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type ChasedCase, useRemind, useReminderPreview } from "./reminders.queries.ts";

const texts = reminderMessages.now;

type RemindDialogProps = {
  readonly caseFile: ChasedCase;
  readonly recipients: readonly ReminderRecipient[];
  readonly onClose: () => void;
};

/** The very mail that will go, and whom it goes to. */
export function RemindDialog({ caseFile, recipients, onClose }: RemindDialogProps) {
  const remindable = recipients.flatMap(({ canBeReminded, userId }) =>
    canBeReminded && userId !== null ? [userId] : [],
  );
  const [chosen, setChosen] = useState<readonly number[]>(remindable);
  const [note, setNote] = useState("");
  const remind = useRemind(caseFile);
  const choose = (userId: number, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, userId] : chosen.filter((id) => id !== userId));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const line = note.trim();
    const said = { userIds: [...chosen], note: line === "" ? null : line };
    await remind.mutateAsync(said).then(onClose, () => undefined);
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={texts.title}
      busy={remind.isPending}
      unsaved={note !== ""}
      onSubmit={(event) => void submit(event)}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={remind.isPending}
          disabled={chosen.length === 0}
          submit={texts.submit}
          pendingText={texts.pending}
        />
      }
    >
      <div className="flex flex-col gap-5">
        <FieldGroup label={texts.people}>
          {recipients.map((person) => (
            <Recipient
              key={person.userId ?? person.name}
              person={person}
              isChosen={person.userId !== null && chosen.includes(person.userId)}
              onChoose={choose}
            />
          ))}
        </FieldGroup>
        <Field label={texts.note} hint={texts.noteHint}>
          <Textarea
            value={note}
            onChange={({ target }) => setNote(target.value)}
            maxLength={MOST_REMINDER_NOTE}
            dir="auto"
          />
        </Field>
        <Preview caseFile={caseFile} note={note.trim()} />
      </div>
    </Dialog>
  );
}

type RecipientProps = {
  readonly person: ReminderRecipient;
  readonly isChosen: boolean;
  readonly onChoose: (userId: number, isChosen: boolean) => void;
};

function Recipient({ person, isChosen, onChoose }: RecipientProps) {
  const { userId, name, reason } = person;
  const isNot = userId === null || reason !== null;
  return (
    <Checkbox
      checked={isChosen}
      disabled={isNot}
      onCheckedChange={(next) => userId !== null && onChoose(userId, next)}
    >
      <bdi>{name}</bdi>
      {reason === null ? null : (
        <span className="text-muted">: {reminderMessages.reasons[reason]}</span>
      )}
    </Checkbox>
  );
}

function Preview({ caseFile, note }: { readonly caseFile: ChasedCase; readonly note: string }) {
  const preview = useReminderPreview(caseFile, useDeferredValue(note));
  if (preview.data) {
    const { subject, text } = preview.data;
    return (
      <section aria-label={texts.preview} className="flex min-w-0 flex-col gap-1.5">
        <h3 className="text-sm font-medium">{texts.preview}</h3>
        <div className="rounded-md bg-sunken px-3.5 py-2.5 text-sm break-words">
          <p className="mb-3 font-semibold">{subject}</p>
          <p className="whitespace-pre-wrap" dir="auto">
            {text.trimEnd()}
          </p>
        </div>
      </section>
    );
  }
  if (preview.isError)
    return (
      <ErrorState
        message={texts.previewFailed}
        onRetry={() => void preview.refetch()}
        retrying={preview.isFetching}
      />
    );
  return (
    <SkeletonScreen label={texts.loading}>
      <SkeletonRows count={4} />
    </SkeletonScreen>
  );
}
