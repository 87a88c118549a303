import { useEffect } from "react";
import type { Rule } from "contract/rules";
import { programMessages } from "#web/messages/programs.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { PreviewNote } from "./preview-note.tsx";
import { usePreviewRule, useRetireRule } from "./rules.queries.ts";

const texts = programMessages.retireDialog;

type RetireDialogProps = {
  readonly rule: Rule;
  readonly onClose: () => void;
  readonly onRetired: () => void;
};

/** Before a rule ends it is said what goes with it. */
export function RetireDialog({ rule, onClose, onRetired }: RetireDialogProps) {
  const retire = useRetireRule();
  const { mutate: look, data: preview } = usePreviewRule();
  useEffect(() => look({ id: rule.id, rule: null }), [look, rule.id]);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.title(rule.label)}
      description={
        <>
          <span className="mb-3 block">{texts.hint}</span>
          {preview === undefined ? null : <PreviewNote preview={preview} />}
        </>
      }
      confirmText={texts.confirm}
      pendingText={texts.pending}
      pending={retire.isPending}
      onConfirm={() => retire.mutate(rule, { onSuccess: onRetired })}
    />
  );
}
