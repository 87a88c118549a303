import { useState } from "react";
import type { Bulk } from "contract/bulk-actions";
import type { AssignedUser } from "contract/case-parts";
import { AssigneePicker } from "#web/features/cases/assignee-picker.tsx";
import { useAssigneeSearch } from "#web/features/cases/assignees.queries.ts";
import { bulkMessages as texts } from "#web/messages/bulk.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { notDoneOf, reportTitle } from "./bulk-run.ts";

type Person = AssignedUser["id"];

type AssignManyDialogProps = {
  readonly count: number;
  readonly onAssign: (userIds: Person[]) => void;
  readonly onClose: () => void;
};

/** Whom to add to every selected case. */
export function AssignManyDialog({ count, onAssign, onClose }: AssignManyDialogProps) {
  const [chosen, setChosen] = useState<Person[]>([]);
  const assignees = useAssigneeSearch();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.assignTitle(count)}
      description={texts.assignHint}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {messages.ui.cancel}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => onAssign(chosen)}>
            {texts.assignSubmit}
          </Button>
        </>
      }
    >
      {assignees.isError ? <ErrorState message={messages.ui.failedToLoad} /> : null}
      {assignees.isPending ? (
        <SkeletonRows count={2} />
      ) : (
        <AssigneePicker assignees={assignees} chosen={chosen} onChange={setChosen} />
      )}
    </Dialog>
  );
}

type ReportDialogProps = { readonly bulk: Bulk; readonly onClose: () => void };

/** 'Done: 7. Not done: 2.', with the cases and the reasons. */
export function ReportDialog({ bulk, onClose }: ReportDialogProps) {
  const rows = notDoneOf(bulk).map(({ id, caseId, outcome, message }) => ({
    id,
    code: caseId ?? `#${id}`,
    reason: message ?? texts.reasons[outcome as keyof typeof texts.reasons],
  }));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        rows.map(({ code, reason }) => `${code}\t${reason}`).join("\n"),
      );
      toast({ title: texts.copied });
    } catch {
      toast({ title: texts.notCopied, variant: "destructive" });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={reportTitle(bulk)}
      description={texts.reportHint}
      footer={
        <>
          <Button variant="secondary" onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button onClick={onClose}>{messages.ui.close}</Button>
        </>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {rows.map(({ id, code, reason }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
            <span className="font-medium tabular">{code}</span>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
