import { type KeyboardEvent, useState } from "react";
import { MAX_MESSAGE } from "contract/fields";
import { fullNameOf } from "#web/format/person.ts";
import { formatDateTime, formatRelativeTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Notice } from "#web/ui/states.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { activityFailure, useAddNote, type useInternalNotes } from "./activity.queries.ts";

const texts = messages.activity;

type NotesColumnProps = {
  readonly caseFile: { readonly id: number };
  readonly notes: ReturnType<typeof useInternalNotes>;
};

export function NotesColumn({ caseFile, notes }: NotesColumnProps) {
  return (
    <section aria-label={texts.notes}>
      <h3 className="text-sm font-semibold">{texts.notes}</h3>
      <p className="mb-3 text-xs text-muted">{texts.notesHint}</p>
      <NoteForm caseFile={caseFile} />
      {notes.isPending ? <SkeletonRows count={2} /> : null}
      {notes.isError ? (
        <Notice tone="danger">{activityFailure(notes.error, texts.notesFailed)}</Notice>
      ) : null}
      {notes.data?.length === 0 ? <p className="mt-4 text-sm text-muted">{texts.noNotes}</p> : null}
      <ol className="mt-4 flex flex-col gap-3">
        {(notes.data ?? []).map((note) => (
          <li key={note.id} className="rounded-lg border border-line bg-sunken px-3.5 py-2.5">
            <p className="flex items-baseline gap-2 text-xs">
              <span className="font-semibold">
                {note.user === null
                  ? messages.users.deletedUser
                  : fullNameOf(note.user) || note.user.email}
              </span>
              <time
                dateTime={note.createdAt}
                title={formatDateTime(note.createdAt)}
                className="text-muted"
              >
                {formatRelativeTime(note.createdAt)}
              </time>
            </p>
            <p className="mt-1 text-sm break-words whitespace-pre-wrap" dir="auto">
              {note.message}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Ctrl or Cmd and Enter sends; what could not be sent stays in the box. */
function NoteForm({ caseFile }: { readonly caseFile: { readonly id: number } }) {
  const [message, setMessage] = useState("");
  const add = useAddNote(caseFile);
  const isBlank = message.trim() === "";
  useUnsaved(!isBlank);
  const submit = () => {
    if (!isBlank && !add.isPending) add.mutate(message.trim(), { onSuccess: () => setMessage("") });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label={texts.noteLabel} labelHidden hint={texts.noteHint}>
        <Textarea
          rows={3}
          dir="auto"
          maxLength={MAX_MESSAGE}
          placeholder={texts.notePlaceholder}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button
        size="sm"
        className="self-end"
        disabled={isBlank}
        pending={add.isPending}
        pendingText={texts.addingNote}
        onClick={submit}
      >
        {texts.addNote}
      </Button>
    </div>
  );
}
