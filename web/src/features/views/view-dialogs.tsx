import type { ViewQuery, ViewScreen } from "contract/view-queries";
import { MAX_VIEW_NAME, type View } from "contract/views";
import { viewMessages as texts } from "#web/messages/views.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { RenameDialog } from "#web/ui/rename-dialog.tsx";
import { useCreateView, useRemoveView, useUpdateView } from "./views.queries.ts";

export type ViewDialog =
  | { readonly kind: "create" }
  | { readonly kind: "rename" | "remove"; readonly view: View };

type ViewDialogsProps = {
  readonly dialog: ViewDialog | null;
  readonly screen: ViewScreen;
  readonly query: ViewQuery;
  readonly onSaved: (view: View) => void;
  readonly onClose: () => void;
};

/** Asks for the name of a view, or before one is deleted. */
export function ViewDialogs({ dialog, screen, query, onSaved, onClose }: ViewDialogsProps) {
  const create = useCreateView();
  const update = useUpdateView();
  const remove = useRemoveView();
  if (dialog === null) return null;
  if (dialog.kind === "remove") {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={texts.removeTitle(dialog.view.name)}
        description={texts.removeHint}
        confirmText={texts.remove}
        pendingText={texts.removing}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(dialog.view, { onSuccess: onClose })}
      />
    );
  }
  const view = dialog.kind === "rename" ? dialog.view : null;
  const saved = (stored: View) => {
    onClose();
    onSaved(stored);
  };
  return (
    <RenameDialog
      name={view?.name ?? ""}
      maxLength={MAX_VIEW_NAME}
      texts={{
        title: view ? texts.renameTitle : texts.nameTitle,
        label: texts.nameLabel,
        submit: texts.saveChanges,
        pending: texts.pending,
      }}
      isPending={create.isPending || update.isPending}
      onRename={(name) =>
        view
          ? update.mutate({ view, changes: { name } }, { onSuccess: onClose })
          : create.mutate({ screen, name, query, shared: false }, { onSuccess: saved })
      }
      onClose={onClose}
    />
  );
}
