import type { CaseDocument } from "contract/documents";
import { MAX_FILE_NAME } from "contract/fields";
import { messages } from "#web/messages/messages.ts";
import { RenameDialog } from "#web/ui/rename-dialog.tsx";
import { useRenameDocument } from "./documents.queries.ts";

type RenameDocumentDialogProps = {
  readonly caseCode: string;
  /** null closes the dialog. */
  readonly document: CaseDocument | null;
  readonly onClose: () => void;
};

export function RenameDocumentDialog({ document, ...rest }: RenameDocumentDialogProps) {
  return document === null ? null : <OpenDialog key={document.id} document={document} {...rest} />;
}

function OpenDialog({
  caseCode,
  document,
  onClose,
}: RenameDocumentDialogProps & { readonly document: CaseDocument }) {
  const rename = useRenameDocument(caseCode);
  return (
    <RenameDialog
      name={document.originalName}
      maxLength={MAX_FILE_NAME}
      texts={messages.documents.renameDialog}
      isPending={rename.isPending}
      onRename={(newName) => rename.mutate({ document, newName }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
