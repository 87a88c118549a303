import { useState } from "react";
import type { ChecklistItem } from "contract/checklist";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { DateInput } from "#web/ui/date-input.tsx";
import { DialogButtons } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type ChecklistCase, useDecideItem, useRemoveExtraItem } from "./checklist.queries.ts";
import { labelOf } from "./item-facts.ts";
import { latestDay } from "./latest-day.ts";

type ItemDialogProps = {
  readonly caseFile: ChecklistCase;
  readonly item: ChecklistItem;
  /** For the title. */
  readonly personName: string | null;
  readonly onClose: () => void;
};

const MOST_LETTERS = 500;

/** Why a paper is not asked for any more; staff alone read it. */
export function NotNeededDialog({ caseFile, item, personName, onClose }: ItemDialogProps) {
  const [reason, setReason] = useState(item.decision?.reason ?? "");
  const decide = useDecideItem(caseFile);
  const dialog = texts.notNeededDialog;
  const written = reason.trim();
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      busy={decide.isPending}
      unsaved={written !== ""}
      title={dialog.title(texts.uploadFor(labelOf(item), personName))}
      onSubmit={(event) => {
        event.preventDefault();
        if (written === "") return;
        decide.mutate(
          {
            item,
            decision: { verdict: "not_required", reason: written },
            told: texts.toasts.notNeeded,
          },
          { onSuccess: onClose },
        );
      }}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={decide.isPending}
          disabled={written === ""}
          submit={dialog.save}
          pendingText={dialog.pending}
        />
      }
    >
      <Field label={dialog.reason} hint={dialog.hint} required>
        <Textarea
          value={reason}
          maxLength={MOST_LETTERS}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

export function DueDateDialog({ caseFile, item, personName, onClose }: ItemDialogProps) {
  const [day, setDay] = useState(item.dueOn ?? "");
  const decide = useDecideItem(caseFile);
  const dialog = texts.dueDialog;
  const isChanged = day !== (item.dueOn ?? "");
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      busy={decide.isPending}
      unsaved={isChanged}
      title={dialog.title(texts.uploadFor(labelOf(item), personName))}
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate(
          { item, decision: { dueOn: day === "" ? null : day }, told: texts.toasts.dueDate },
          { onSuccess: onClose },
        );
      }}
      footer={
        <DialogButtons
          onCancel={onClose}
          isPending={decide.isPending}
          disabled={!isChanged}
          submit={dialog.save}
          pendingText={dialog.pending}
        />
      }
    >
      <Field label={dialog.label} hint={dialog.hint}>
        <DateInput value={day} onValueChange={setDay} max={latestDay()} />
      </Field>
    </Dialog>
  );
}

export function WithdrawDialog({ caseFile, item, onClose }: Omit<ItemDialogProps, "personName">) {
  const remove = useRemoveExtraItem(caseFile);
  const dialog = texts.withdrawDialog;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={dialog.title(item.label)}
      description={dialog.description}
      confirmText={dialog.confirm}
      pendingText={dialog.pending}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(item, { onSuccess: onClose })}
    />
  );
}
