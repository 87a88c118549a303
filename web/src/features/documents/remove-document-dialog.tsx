import type { CaseDocument } from "contract/documents";
import { messages } from "#web/messages/messages.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useDossiersWith, useRemoveDocument } from "./documents.queries.ts";

const texts = messages.documents.removeDialog;

type RemoveDocumentDialogProps = {
  readonly caseCode: string;
  /** null closes the dialog. */
  readonly document: CaseDocument | null;
  readonly onClose: () => void;
};

export function RemoveDocumentDialog({ caseCode, document, onClose }: RemoveDocumentDialogProps) {
  const remove = useRemoveDocument(caseCode);
  const dossiers = useDossiersWith(caseCode, document);
  return (
    <ConfirmDialog
      open={document !== null}
      onOpenChange={onClose}
      title={texts.title(document?.originalName ?? "")}
      description={
        dossiers === 0 ? texts.description : `${texts.description} ${texts.inDossiers(dossiers)}`
      }
      confirmText={texts.confirm}
      pendingText={texts.pending}
      pending={remove.isPending}
      onConfirm={() => document && remove.mutate(document, { onSuccess: onClose })}
    />
  );
}
