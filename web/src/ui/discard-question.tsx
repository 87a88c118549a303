import { useSyncExternalStore } from "react";
import { messages } from "#web/messages/messages.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { discardQuestion } from "./unsaved.ts";

const texts = messages.ui.discard;

/** Asked before something typed is lost. */
export function DiscardQuestion() {
  const isOpen = useSyncExternalStore(discardQuestion.subscribe, discardQuestion.isOpen);
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={() => discardQuestion.answer(false)}
      title={texts.title}
      description={texts.text}
      cancelText={texts.keep}
      confirmText={texts.confirm}
      onConfirm={() => discardQuestion.answer(true)}
    />
  );
}
