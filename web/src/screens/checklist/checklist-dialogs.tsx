import type { ChecklistItem } from "contract/checklist";
import { useCurrentUser } from "#web/api/current-user.ts";
import { fieldsOf } from "#web/features/captures/capture-target.ts";
import { AskDialog } from "#web/features/checklist/ask-dialog.tsx";
import type { ListedPerson } from "#web/features/checklist/checklist-sections.ts";
import { readAnew } from "#web/features/checklist/checklist.queries.ts";
import {
  DueDateDialog,
  NotNeededDialog,
  WithdrawDialog,
} from "#web/features/checklist/decision-dialogs.tsx";
import { labelOf } from "#web/features/checklist/item-facts.ts";
import { UploadDocumentsDialog } from "#web/features/documents/upload-documents-dialog.tsx";
import type { UploadTarget } from "#web/features/documents/upload-target.ts";
import type { UploadedTo } from "#web/features/documents/use-upload-queue.ts";
import { VersionsDialog } from "#web/features/documents/versions-dialog.tsx";
import { checklistMessages as texts } from "#web/messages/checklist.ts";
import { type ItemDialog, uploadOf } from "./item-actions.ts";

export type OpenDialog = ItemDialog | { readonly kind: "ask" } | null;

type ChecklistDialogsProps = {
  readonly dialog: OpenDialog;
  readonly caseFile: UploadedTo;
  readonly people: readonly ListedPerson[];
  readonly isStaff: boolean;
  readonly onClose: () => void;
};

/** The dialog that is open over the checklist, if one is. */
export function ChecklistDialogs(props: ChecklistDialogsProps) {
  const { dialog, caseFile, people, onClose } = props;
  const { isAdmin } = useCurrentUser();
  if (dialog === null) return null;
  if (dialog.kind === "ask") {
    return (
      <AskDialog
        caseFile={caseFile}
        people={people}
        isAdmin={isAdmin}
        item={null}
        onClose={onClose}
      />
    );
  }
  const { item } = dialog;
  const personName = nameOf(item, people);
  const common = { caseFile, item, onClose };
  switch (dialog.kind) {
    case "change":
      return <AskDialog people={people} isAdmin={isAdmin} {...common} />;
    case "notNeeded":
      return <NotNeededDialog personName={personName} {...common} />;
    case "dueDate":
      return <DueDateDialog personName={personName} {...common} />;
    case "withdraw":
      return <WithdrawDialog {...common} />;
    case "versions":
      return <VersionsDialog document={dialog.document} onClose={onClose} />;
    case "upload":
      return (
        <UploadDocumentsDialog
          caseFile={caseFile}
          target={targetOf(dialog, props)}
          open
          onOpenChange={onClose}
          onUploaded={() => void readAnew(caseFile)}
        />
      );
  }
}

function nameOf(
  { applicantId }: Pick<ChecklistItem, "applicantId">,
  people: readonly ListedPerson[],
): string | null {
  return people.find(({ id }) => id === applicantId)?.name ?? null;
}

function targetOf(
  { item, replaces }: Extract<ItemDialog, { kind: "upload" }>,
  { people, isStaff }: ChecklistDialogsProps,
): UploadTarget {
  return {
    title: texts.uploadFor(labelOf(item), nameOf(item, people)),
    help: item.help,
    fields: fieldsOf(uploadOf({ item, replaces, people })),
    isNewVersion: replaces !== null,
    basis: item.window?.basis ?? "none",
    mayAccept: isStaff,
  };
}
