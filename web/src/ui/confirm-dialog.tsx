import { AlertDialog } from "radix-ui";
import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { useBackCloses } from "./back-closes.ts";
import { Button } from "./button.tsx";
import { overlayLook } from "./dialog.tsx";
import { useFocusReturn } from "./use-focus-return.ts";

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly confirmText: string;
  /** `Cancel` unless said otherwise. */
  readonly cancelText?: string;
  readonly pendingText?: string;
  readonly pending?: boolean;
  /** `danger` (default) for what cannot be undone. */
  readonly variant?: "danger" | "primary";
  /** Does not close by itself: close it when the work is done. */
  readonly onConfirm: () => void;
};

/** Asks before something that cannot be undone. The focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmText,
  cancelText = messages.ui.cancel,
  pendingText,
  pending = false,
  variant = "danger",
  onConfirm,
}: ConfirmDialogProps) {
  const { rememberOpener, returnFocus } = useFocusReturn();
  const change = (next: boolean) => (pending && !next ? undefined : onOpenChange(next));
  useBackCloses(open, () => change(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayLook} />
        <AlertDialog.Content
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-0 z-50 bg-raised p-6 shadow-overlay outline-none max-md:bottom-(--keyboard) max-md:rounded-t-xl max-md:pb-[max(1.5rem,env(safe-area-inset-bottom))] max-md:data-[state=closed]:animate-sheet-out max-md:data-[state=open]:animate-sheet-in md:inset-y-0 md:m-auto md:h-fit md:max-w-110 md:rounded-xl md:data-[state=closed]:animate-dialog-out md:data-[state=open]:animate-dialog-in"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-base break-words text-muted">
            {description}
          </AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary">{cancelText}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={variant}
              pending={pending}
              pendingText={pendingText}
              onClick={onConfirm}
            >
              {confirmText}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
