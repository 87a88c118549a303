import { FileX } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { flushSync } from "react-dom";
import { documentsApi } from "contract/documents";
import type { PlanEntry } from "contract/dossier-plans";
import { urlOf } from "#web/api/request.ts";
import { dossierMessages } from "#web/messages/dossiers.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState, Notice } from "#web/ui/states.tsx";
import { FileViewer } from "#web/viewer/file-viewer.tsx";
import { type DossierDraft, inAnswerOrder } from "./use-dossier-draft.ts";

const texts = dossierMessages.steps;

type PapersStepProps = { readonly draft: DossierDraft; readonly onNext: () => void };

/** The sections as they will stand. */
export function PapersStep({ draft, onNext }: PapersStepProps) {
  const [viewed, view] = useState<string | number | null>(null);
  const { data } = draft.plan;
  if (!data) return null;
  const entries = data.sections.flatMap((section) => section.entries);
  const files = [...entries, ...data.extras].map(({ documentId, fileName, mimeType }) => ({
    key: documentId,
    name: fileName,
    mimeType,
    url: urlOf(documentsApi.view, { params: { id: documentId } }),
  }));
  return (
    <section aria-labelledby="dossier-papers" className="flex flex-col gap-4">
      <h2 id="dossier-papers" className="text-md font-semibold">
        {texts.papers}
      </h2>
      {data.checking ? <Notice>{texts.checking}</Notice> : null}
      {entries.length === 0 ? <EmptyState icon={FileX} title={texts.noPapers} /> : null}
      {data.sections.map(({ title, entries: papers }) => (
        <SectionCard key={title} title={<bdi>{title}</bdi>} flush>
          <ol className="divide-y divide-line">
            {inAnswerOrder(papers, draft).map((entry) => (
              <PaperRow
                key={entry.documentId}
                // Whose it is stands above.
                entry={entry.person === title ? { ...entry, person: null } : entry}
                draft={draft}
                hasTicks={entries.some((each) => mayChoose(each, draft))}
                onView={view}
              />
            ))}
          </ol>
        </SectionCard>
      ))}
      {draft.kind === "answer" && entries.length > 1 ? (
        <p className="text-xs text-muted">{texts.upDown}</p>
      ) : null}
      {data.extras.length > 0 ? (
        <SectionCard title={texts.extras} flush>
          <ul className="divide-y divide-line">
            {data.extras.map((entry) => (
              <ExtraRow key={entry.documentId} entry={entry} draft={draft} />
            ))}
          </ul>
        </SectionCard>
      ) : null}
      <Button className="self-end" onClick={onNext}>
        {texts.next}
      </Button>
      <FileViewer files={files} current={viewed} onCurrentChange={view} />
    </section>
  );
}

type PaperRowProps = {
  readonly entry: PlanEntry;
  readonly draft: DossierDraft;
  /** Of any paper: then all begin at one edge. */
  readonly hasTicks: boolean;
  readonly onView: (id: number) => void;
};

/** What is accepted and valid goes in: a choice is there for what was ticked, and for what was left out beside it. */
function mayChoose({ documentId, isTicked }: PlanEntry, { kind, leftOut }: DossierDraft): boolean {
  return kind === "answer" || isTicked || leftOut.has(String(documentId));
}

function PaperRow({ entry, draft, hasTicks, onView }: PaperRowProps) {
  const { documentId, label, person, pages, isTicked } = entry;
  const isAnswer = draft.kind === "answer";
  const mayGo = isAnswer || isTicked;
  const isOut = draft.leftOut.has(String(documentId));
  return (
    <li
      className="flex items-center gap-3 px-5 py-2.5 text-sm"
      {...(isAnswer && dragged(draft, documentId))}
    >
      {mayChoose(entry, draft) ? (
        <Checkbox
          checked={!isOut}
          label={label}
          onCheckedChange={(isIn) => {
            if (mayGo) draft.tick(draft.ticked.filter((id) => id !== documentId));
            else draft.leaveOut(String(documentId), !isIn);
          }}
        />
      ) : null}
      {hasTicks && !mayChoose(entry, draft) ? (
        <span aria-hidden className="size-4.5 shrink-0 touch:size-6" />
      ) : null}
      <button
        type="button"
        className="min-w-0 flex-1 text-start hover:underline"
        onClick={() => onView(documentId)}
        onKeyDown={isAnswer ? (event) => move(event, draft, documentId) : undefined}
      >
        {label} <bdi className="text-muted">{person}</bdi>
      </button>
      <span className="shrink-0 text-xs text-muted">
        {pages === null ? dossierMessages.separate : texts.pages(pages)}
      </span>
    </li>
  );
}

const DRAGGED = "application/x-dossier-paper";

/** A paper takes the place of the one it is let go upon. */
function dragged(draft: DossierDraft, id: number) {
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(DRAGGED, String(id)),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const moved = Number(event.dataTransfer.getData(DRAGGED));
      if (draft.ticked.includes(moved)) put(draft, moved, draft.ticked.indexOf(id));
    },
  };
}

function put({ ticked, tick }: DossierDraft, id: number, at: number): void {
  tick(ticked.filter((each) => each !== id).toSpliced(at, 0, id));
}

/** Alt and an arrow moves a paper of an answer; the focus stays on it. */
function move(event: KeyboardEvent<HTMLElement>, draft: DossierDraft, id: number): void {
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
  const at = draft.ticked.indexOf(id) + by;
  if (!event.altKey || by === 0 || draft.ticked[at] === undefined) return;
  event.preventDefault();
  const { currentTarget } = event;
  flushSync(() => put(draft, id, at));
  currentTarget.focus();
}

function ExtraRow({ entry, draft }: Pick<PaperRowProps, "entry" | "draft">) {
  const { documentId, label, person, fileName } = entry;
  return (
    <li className="px-5 py-2.5 text-sm">
      <Checkbox checked={false} onCheckedChange={() => draft.tick([...draft.ticked, documentId])}>
        {label} <bdi className="text-muted">{person}</bdi>
        <span className="block text-xs text-muted">{fileName}</span>
      </Checkbox>
    </li>
  );
}
