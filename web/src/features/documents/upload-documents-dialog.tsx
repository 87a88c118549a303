import { Camera, CircleAlert, CircleCheck, X } from "lucide-react";
import { useState } from "react";
import { uploadRules } from "contract/files";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Dropzone } from "#web/ui/dropzone.tsx";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { fieldsOf, noFacts, type UploadFacts, UploadFactsFields } from "./upload-facts.tsx";
import type { UploadTarget } from "./upload-target.ts";
import { type QueuedFile, type UploadedTo, useUploadQueue } from "./use-upload-queue.ts";

const texts = messages.documents.upload;

type UploadDocumentsDialogProps = {
  readonly caseFile: UploadedTo;
  /** The paper that the files are for; without it they wait to be sorted. */
  readonly target?: UploadTarget;
  /** After something has arrived. */
  readonly onUploaded?: () => void;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function UploadDocumentsDialog(props: UploadDocumentsDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ caseFile, target, onUploaded, onOpenChange }: UploadDocumentsDialogProps) {
  const [facts, setFacts] = useState(noFacts);
  const queue = useUploadQueue(caseFile, target && fieldsOf(target, facts));
  const isOneFile = target?.isNewVersion ?? false;
  const close = () => {
    queue.abort();
    onOpenChange(false);
  };
  const send = async () => {
    if (!queue.files.some((queued) => queued.state === "waiting" || queued.state === "failed")) {
      toast({ title: texts.failedTitle, description: texts.none, variant: "destructive" });
      return;
    }
    if (target && facts.isAccepted && lacksDate(target, facts)) {
      const description = messages.documents.facts.dateMissing;
      toast({ title: texts.failedTitle, description, variant: "destructive" });
      return;
    }
    const { sent, isComplete, failure } = await queue.send();
    if (sent > 0) onUploaded?.();
    if (sent > 0) toast({ title: texts.done, description: texts.doneText(sent) });
    else failureToast(texts.failedTitle, texts.failed)(failure);
    if (isComplete) onOpenChange(false);
  };

  return (
    <Dialog
      open
      onOpenChange={close}
      unsaved={queue.files.some(({ state }) => state !== "done")}
      title={target?.title ?? texts.title}
      description={target ? (target.help ?? undefined) : texts.description(caseFile.title)}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {messages.ui.cancel}
          </Button>
          <Button pending={queue.isSending} pendingText={texts.pending} onClick={() => void send()}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Dropzone
          size="area"
          multiple={!isOneFile}
          extensions={uploadRules.caseDocument.extensions}
          hint={texts.hint}
          label={texts.title}
          onFiles={isOneFile ? queue.replace : queue.add}
        />
        <CameraButton
          onPhoto={(photo) => (isOneFile ? queue.replace([photo]) : queue.add([photo]))}
        />
        {queue.files.length > 0 ? (
          <ul
            aria-label={messages.ui.files}
            className="divide-y divide-line rounded-lg border border-line"
          >
            {queue.files.map((queued) => (
              <QueuedRow
                key={queued.key}
                queued={queued}
                onRemove={() => queue.remove(queued.key)}
              />
            ))}
          </ul>
        ) : null}
        {target ? <UploadFactsFields target={target} facts={facts} onChange={setFacts} /> : null}
      </div>
    </Dialog>
  );
}

/** Accepting asks for the date by which the paper is judged. */
function lacksDate({ basis }: UploadTarget, { day, isWithoutDate }: UploadFacts): boolean {
  return basis !== "none" && day === "" && !isWithoutDate;
}

function QueuedRow({
  queued,
  onRemove,
}: {
  readonly queued: QueuedFile;
  readonly onRemove: () => void;
}) {
  const { file, state, share, problem } = queued;
  return (
    <li className="flex items-center gap-3 py-2 ps-3 pe-1.5">
      <FileIcon name={file.name} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm">
          <FileName name={file.name} />
          <span className="ms-auto shrink-0 text-xs text-muted tabular">
            {formatFileSize(file.size)}
          </span>
        </p>
        {state === "sending" ? (
          <ProgressBar share={share} label={texts.progressOf(file.name)} />
        ) : null}
        {problem === null ? null : (
          <p role="alert" className="flex items-start gap-1 text-xs text-danger">
            <Icon of={CircleAlert} size={14} className="mt-px shrink-0" />
            {problem}
          </p>
        )}
      </div>
      {state === "done" ? (
        <span className="grid size-8 place-items-center text-ok" title={texts.fileDone}>
          <Icon of={CircleCheck} />
          <span className="sr-only">{texts.fileDone}</span>
        </span>
      ) : (
        <IconButton
          size="sm"
          icon={X}
          label={messages.ui.removeFile(file.name)}
          tooltip={false}
          disabled={state === "sending"}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** On phones the camera is one tap away; elsewhere it would only open a file picker. */
function CameraButton({ onPhoto }: { readonly onPhoto: (photo: File) => void }) {
  const [field, choose] = useFilePicker({
    label: texts.takePhoto,
    accept: "image/jpeg,image/png",
    isCamera: true,
    onFiles: ([photo]) => photo && onPhoto(photo),
  });
  return (
    <div className="hidden touch:block">
      {field}
      <Button variant="secondary" className="w-full" icon={<Icon of={Camera} />} onClick={choose}>
        {texts.takePhoto}
      </Button>
    </div>
  );
}
