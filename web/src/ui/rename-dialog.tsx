import { type FormEvent, useState } from "react";
import { messages } from "#web/messages/messages.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";

type RenameDialogProps = {
  readonly name: string;
  readonly maxLength: number;
  readonly texts: {
    readonly title: string;
    readonly label: string;
    readonly submit: string;
    readonly pending: string;
  };
  readonly isPending: boolean;
  readonly onRename: (newName: string) => void;
  readonly onClose: () => void;
};

/** Asks for another name of a file; an empty or unchanged one is ignored (C:152). */
export function RenameDialog({
  name,
  maxLength,
  texts,
  isPending,
  onRename,
  onClose,
}: RenameDialogProps) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const newName = typed.trim();
    if (newName === "" || newName === name) onClose();
    else onRename(newName);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      busy={isPending}
      unsaved={typed !== name}
      title={texts.title}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {messages.ui.cancel}
          </Button>
          <Button type="submit" pending={isPending} pendingText={texts.pending}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <Field label={texts.label}>
        <Input
          value={typed}
          maxLength={maxLength}
          dir="auto"
          onFocus={selectStem}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </Dialog>
  );
}

/** The extension stays as it is, so only the name before it is selected. */
function selectStem({ target }: { target: HTMLInputElement }): void {
  const dot = target.value.lastIndexOf(".");
  target.setSelectionRange(0, dot > 0 ? dot : target.value.length);
}
