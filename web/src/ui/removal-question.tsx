import type { ReactNode } from "react";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type RemovalQuestionProps<Removed> = {
  /** null closes the dialog. */
  readonly of: Removed | null;
  readonly name: (removed: Removed) => string;
  readonly texts: {
    readonly title: (name: string) => string;
    readonly description: ReactNode;
    readonly confirm: string;
    readonly pending: string;
  };
  readonly remove: {
    readonly isPending: boolean;
    readonly mutate: (removed: Removed, hears: { readonly onSuccess: () => void }) => void;
  };
  readonly onClose: () => void;
};

/** Asks before something is deleted, and closes when it is. */
export function RemovalQuestion<Removed>({
  of: removed,
  name,
  texts,
  remove,
  onClose,
}: RemovalQuestionProps<Removed>) {
  return (
    <ConfirmDialog
      open={removed !== null}
      onOpenChange={onClose}
      title={texts.title(removed === null ? "" : name(removed))}
      description={texts.description}
      confirmText={texts.confirm}
      pendingText={texts.pending}
      pending={remove.isPending}
      onConfirm={() => removed !== null && remove.mutate(removed, { onSuccess: onClose })}
    />
  );
}
