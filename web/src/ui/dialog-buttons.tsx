import type { ReactNode } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button, type ButtonVariant } from "./button.tsx";

type DialogButtonsProps = {
  readonly onCancel: () => void;
  readonly isPending: boolean;
  readonly submit: ReactNode;
  readonly pendingText: string;
  readonly variant?: ButtonVariant;
  /** There is nothing to send yet. */
  readonly disabled?: boolean;
};

/** The footer of a dialog that is a form. */
export function DialogButtons({
  onCancel,
  isPending,
  submit,
  pendingText,
  variant = "primary",
  disabled,
}: DialogButtonsProps) {
  return (
    <>
      <CancelButton onCancel={onCancel} isPending={isPending} />
      <Button
        type="submit"
        variant={variant}
        disabled={disabled}
        pending={isPending}
        pendingText={pendingText}
      >
        {submit}
      </Button>
    </>
  );
}

/** What is on its way is not taken back by closing. */
export function CancelButton({
  onCancel,
  isPending,
}: Pick<DialogButtonsProps, "onCancel" | "isPending">) {
  return (
    <Button variant="secondary" onClick={onCancel} disabled={isPending}>
      {messages.ui.cancel}
    </Button>
  );
}
