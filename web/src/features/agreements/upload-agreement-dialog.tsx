import { useState } from "react";
import { acceptsName, uploadRules } from "contract/files";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Dropzone, FileList } from "#web/ui/dropzone.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { type CaseOfAgreements, useUploadAgreement } from "./agreements.queries.ts";

const texts = messages.agreements.dialog;
const rule = uploadRules.serviceAgreement;

type UploadAgreementDialogProps = {
  readonly caseFile: CaseOfAgreements;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function UploadAgreementDialog(props: UploadAgreementDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ caseFile, onOpenChange }: UploadAgreementDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const send = useUploadAgreement(caseFile, "any");
  const close = () => onOpenChange(false);
  const pick = ([picked]: readonly File[]) => {
    const problem = picked ? problemOf(picked) : null;
    if (problem) toast({ ...problem, variant: "destructive" });
    else if (picked) setFile(picked);
  };
  const submit = () => {
    if (file === null)
      toast({ title: texts.failedTitle, description: texts.noFile, variant: "destructive" });
    else send.mutate({ file, onProgress: setShare }, { onSuccess: close });
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      size="sm"
      busy={send.isPending}
      unsaved={file !== null}
      title={texts.title}
      description={texts.description}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {messages.ui.cancel}
          </Button>
          <Button pending={send.isPending} pendingText={texts.pending} onClick={submit}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {file === null ? (
          <Dropzone
            size="area"
            label={texts.title}
            extensions={rule.extensions}
            hint={texts.hint}
            onFiles={pick}
          />
        ) : (
          <FileList files={[file]} onRemove={send.isPending ? undefined : () => setFile(null)} />
        )}
        {send.isPending ? <ProgressBar share={share} label={texts.pending} /> : null}
      </div>
    </Dialog>
  );
}

/** Under 10 MB, not exactly (C:146, D-068). */
function problemOf(file: File): { title: string; description: string } | null {
  if (!acceptsName(rule, file.name))
    return { title: texts.badTypeTitle, description: texts.badType };
  return file.size >= rule.maxBytes
    ? { title: texts.failedTitle, description: texts.tooLarge }
    : null;
}
