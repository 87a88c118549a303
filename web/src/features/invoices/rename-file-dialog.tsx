import { MAX_FILE_NAME } from "contract/fields";
import type { Invoice } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { RenameDialog } from "#web/ui/rename-dialog.tsx";
import { useRenameInvoiceFile } from "./invoices.queries.ts";
import type { ListedFile } from "./listed-file.ts";

type RenameFileDialogProps = {
  readonly invoice: Invoice;
  /** null closes the dialog. */
  readonly listed: ListedFile | null;
  readonly onClose: () => void;
};

export function RenameFileDialog({ listed, ...rest }: RenameFileDialogProps) {
  return listed === null ? null : <OpenDialog key={listed.file.id} listed={listed} {...rest} />;
}

function OpenDialog({
  invoice,
  listed,
  onClose,
}: RenameFileDialogProps & { readonly listed: ListedFile }) {
  const rename = useRenameInvoiceFile();
  return (
    <RenameDialog
      name={listed.file.original_name}
      maxLength={MAX_FILE_NAME}
      texts={messages.invoices.renameDialog}
      isPending={rename.isPending}
      onRename={(newName) => rename.mutate({ invoice, ...listed, newName }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
