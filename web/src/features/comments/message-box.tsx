import { Paperclip, Send, X } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useState,
} from "react";
import { type Comment, REPLY_PREVIEW_LENGTH } from "contract/comments";
import { MAX_MESSAGE } from "contract/fields";
import { messages } from "#web/messages/messages.ts";
import { cutText } from "#web/ui/cut-text.ts";
import { FileIcon } from "#web/ui/file-icon.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { formatFileSize } from "#web/ui/file-size.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { attachmentTypes, problemOfAttachment } from "./attachment-check.ts";
import { useSendComment } from "./comments.queries.ts";
import type { DiscussedCase } from "./conversation.queries.ts";
import { draftOf, keepDraft } from "./drafts.ts";
import { authorName } from "./thread.ts";

const texts = messages.comments;

type MessageBoxProps = {
  readonly caseFile: DiscussedCase;
  /** The message that is being answered. */
  readonly answered: Comment | null;
  readonly onAnsweredChange: (comment: Comment | null) => void;
  /** Before a message is on its way. */
  readonly onSend?: () => void;
  /** The box itself, which takes the focus when the panel opens. */
  readonly box: RefObject<HTMLTextAreaElement | null>;
};

/** Enter sends, Shift and Enter begins a new line (C:144). What could not be sent comes back into the box. */
export function MessageBox({ caseFile, answered, onAnsweredChange, onSend, box }: MessageBoxProps) {
  const [draft, setDraftState] = useState(() => draftOf(caseFile.id));
  const send = useSendComment(caseFile);
  const canSend = draft.message.trim() !== "" || draft.file !== null;

  const setDraft = (next: typeof draft) => {
    setDraftState(next);
    keepDraft(caseFile.id, next);
  };
  useEffect(() => {
    if (answered) box.current?.focus();
  }, [answered, box]);

  const submit = () => {
    if (!canSend) return;
    const written = draft;
    const parent = answered;
    const message = written.message.trim() || texts.sharedFile(written.file?.name ?? "");
    setDraft({ message: "", file: null });
    onSend?.();
    onAnsweredChange(null);
    // A promise is heard even when the panel has been closed meanwhile.
    send.mutateAsync({ message, parentId: parent?.id ?? null, file: written.file }).catch(() => {
      // Whatever was typed meanwhile stays behind what comes back.
      const later = draftOf(caseFile.id);
      setDraft({
        message: [written.message, later.message].filter(Boolean).join("\n"),
        file: later.file ?? written.file,
      });
      onAnsweredChange(parent);
    });
  };
  const attach = (file: File | undefined) => {
    if (file === undefined) return;
    const problem = problemOfAttachment(file);
    if (problem) toast({ ...problem, variant: "destructive" });
    else setDraft({ ...draft, file });
  };
  const [field, chooseFile] = useFilePicker({
    label: texts.attach,
    accept: attachmentTypes,
    onFiles: ([file]) => attach(file),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (file) event.preventDefault();
    attach(file);
  };

  return (
    <div className="rounded-lg border border-field bg-surface focus-within:field-focus">
      {answered ? (
        <div className="flex items-center gap-2 border-b border-line ps-3.5 pe-1 text-xs text-muted">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            <span className="font-medium text-ink">{texts.replyingTo(authorName(answered))}</span>{" "}
            {cutText(answered.message, REPLY_PREVIEW_LENGTH)}
          </span>
          <IconButton
            size="sm"
            icon={X}
            label={texts.cancelReply}
            onClick={() => onAnsweredChange(null)}
          />
        </div>
      ) : null}
      {draft.file ? (
        <div className="flex items-center gap-2 border-b border-line ps-3.5 pe-1 text-sm">
          <FileIcon name={draft.file.name} />
          <FileName name={draft.file.name} className="flex-1" />
          <span className="text-xs text-muted tabular">{formatFileSize(draft.file.size)}</span>
          <IconButton
            size="sm"
            icon={X}
            label={texts.removeFile}
            onClick={() => setDraft({ ...draft, file: null })}
          />
        </div>
      ) : null}
      <div className="flex items-end gap-1 p-1.5">
        {field}
        <IconButton icon={Paperclip} label={texts.attach} onClick={chooseFile} />
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          value={draft.message}
          maxLength={MAX_MESSAGE}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          onChange={(event) => setDraft({ ...draft, message: event.target.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content max-h-40 min-h-9 min-w-0 flex-1 resize-none bg-transparent px-1 py-2 text-base outline-none placeholder:text-faint"
        />
        <IconButton
          icon={Send}
          label={texts.send}
          disabled={!canSend}
          onClick={submit}
          className="bg-primary text-on-primary! hover:bg-primary-hover! disabled:opacity-50"
        />
      </div>
    </div>
  );
}
