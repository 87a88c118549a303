import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { programs } from "contract/case-parts";
import { documentCategories } from "contract/document-categories";
import type { QueueRow, ReviewInput } from "contract/reviews";
import { useCurrentUser } from "#web/api/current-user.ts";
import { ItemGlyph } from "#web/features/checklist/item-badge.tsx";
import { reviewMessages as texts } from "#web/messages/review.ts";
import { AccessDenied } from "#web/shell/access-denied.tsx";
import { Guilloche } from "#web/shell/guilloche.tsx";
import { Button } from "#web/ui/button.tsx";
import { Desk } from "#web/ui/desk/desk.tsx";
import { useDeskKeys } from "#web/ui/desk/use-desk-keys.ts";
import { Skeleton, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { useAddressTexts } from "#web/ui/use-address.ts";
import { useStoredChoice } from "#web/ui/use-stored-choice.ts";
import { previewOf } from "#web/viewer/viewed-file.ts";
import { filesAhead } from "./file-ahead.ts";
import { Paper, type PaperHandle } from "./paper.tsx";
import { QueueBar, filterNames } from "./queue-bar.tsx";
import { useReviewDecisions } from "./review-decisions.ts";
import { headingOf } from "./review-facts.tsx";
import { ReviewPanel } from "./review-panel.tsx";
import { type QueueFilters, useReviewQueue } from "./use-review-queue.ts";

const route = getRouteApi("/signed-in/review");

/** Everything that waits to be looked at, one after the other (checklist.md 4.4). */
export function ReviewScreen() {
  const user = useCurrentUser();
  return user.isAdmin || user.role === "agent" ? <ReviewQueueDesk /> : <AccessDenied />;
}

function ReviewQueueDesk() {
  const { document } = route.useSearch();
  const [chosen, change] = useAddressTexts(filterNames);
  // The document that the address names comes first once: it is not a filter of what follows.
  const [first] = useState(document);
  const filters = knownFilters(chosen);
  // Other filters are another queue: what was skipped in one is not in the other.
  return (
    <QueueDesk
      key={JSON.stringify(filters)}
      filters={{ ...filters, document: numberIn(first) }}
      chosen={filters}
      onFilters={change}
    />
  );
}

/** An address is typed and sent around: what no queue can be narrowed to is left out. */
function knownFilters(texts: Partial<Record<(typeof filterNames)[number], string>>): QueueFilters {
  const known = {
    case: numberIn(texts.case),
    adviser: numberIn(texts.adviser),
    program: programs.find((program) => program === texts.program),
    category: documentCategories.find((category) => category === texts.category),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function numberIn(text: string | undefined): string | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? text : undefined;
}

type QueueDeskProps = {
  readonly filters: QueueFilters;
  readonly chosen: QueueFilters;
  readonly onFilters: (filters: Readonly<Record<string, string | undefined>>) => void;
};

function QueueDesk({ filters, chosen, onFilters }: QueueDeskProps) {
  const queue = useReviewQueue(filters);
  const { current, following, place, total, go } = queue;
  const [keys, setKeys] = useStoredChoice("reviewShortcuts", ["on", "off"], "on");
  const [isHelping, setIsHelping] = useState(false);
  const [hasSample, setHasSample] = useState(false);
  const [bytesOf] = useState(filesAhead);
  const [said, setSaid] = useState("");
  const paper = useRef<PaperHandle>(null);
  const { decide, takeBack } = useReviewDecisions(queue);
  const hasKeys = keys === "on";

  const isShown = current !== null && previewOf(viewedFile(current)) !== "none";
  const bytes = current !== null && isShown ? bytesOf(current.document.id) : undefined;
  useEffect(() => {
    // One ahead, no more: whoever fetches a document has opened it.
    if (following !== null && previewOf(viewedFile(following)) !== "none")
      void bytesOf(following.document.id).catch(() => undefined);
  }, [following, bytesOf]);

  const announceNext = (word: string) => {
    if (following === null) setSaid(word);
    else
      setSaid(
        `${word} ${texts.announced.next(nameOf(following), place, Math.max(place, total - 1))}`,
      );
  };
  const send = (body: ReviewInput) => {
    if (current === null || decide.isPending) return;
    const { decision } = body;
    decide.mutate(
      { row: current, body },
      {
        onSuccess: () =>
          announceNext(
            decision === "accepted" ? texts.announced.accepted : texts.announced.changes_requested,
          ),
      },
    );
  };
  const skip = () => {
    queue.skip();
    announceNext(texts.announced.skipped);
  };
  useDeskKeys({
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    z: hasKeys ? takeBack : null,
    "+": () => paper.current?.zoomIn(),
    "-": () => paper.current?.zoomOut(),
    "?": () => setIsHelping(true),
  });
  useHeadingFocus(current);

  const bar = (
    <QueueBar
      filters={chosen}
      onFilters={onFilters}
      hasKeys={hasKeys}
      onKeys={(isOn) => setKeys(isOn ? "on" : "off")}
      place={place}
      total={total}
      onGo={go}
      isHelping={isHelping}
      onHelp={setIsHelping}
    />
  );
  if (queue.isPending) return <DeskSkeleton bar={bar} />;
  return (
    <>
      {current === null ? (
        <Empty
          bar={bar}
          isError={queue.isError}
          onRetry={queue.retry}
          isRetrying={queue.isFetching}
          onClear={
            Object.keys(chosen).length === 0
              ? null
              : () => onFilters(Object.fromEntries(filterNames.map((name) => [name, undefined])))
          }
        />
      ) : (
        <Desk
          bar={bar}
          paperLabel={texts.document}
          paper={
            <Paper
              key={current.document.id}
              row={current}
              bytes={bytes}
              hasSample={hasSample}
              handle={paper}
            />
          }
          panelLabel={texts.decision}
          panel={
            <ReviewPanel
              // What was typed belongs to this document; sorting it asks for other things.
              key={`${current.document.id} ${current.document.category}`}
              row={current}
              place={place}
              total={total}
              hasKeys={hasKeys}
              isPending={decide.isPending}
              hasSample={hasSample}
              onSample={setHasSample}
              onDecide={send}
              onSkip={skip}
              onGo={go}
            />
          }
        />
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

/** The next document has the focus at once: a keyboard goes on from its heading. */
function useHeadingFocus(current: QueueRow | null): void {
  const id = current?.document.id ?? null;
  const seen = useRef(id);
  useEffect(() => {
    const before = seen.current;
    seen.current = id;
    if (before !== null && before !== id)
      document.getElementById("review-heading")?.focus({ preventScroll: true });
  }, [id]);
}

function viewedFile({ document }: QueueRow) {
  const { id, originalName, mimeType } = document;
  return { key: id, name: originalName, mimeType, url: "" };
}

function nameOf(row: QueueRow): string {
  const person = row.person?.fullName.trim();
  return person ? texts.announced.of(headingOf(row), person) : headingOf(row);
}

type EmptyProps = {
  readonly bar: React.ReactNode;
  readonly isError: boolean;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
  readonly onClear: (() => void) | null;
};

function Empty({ bar, isError, isRetrying, onRetry, onClear }: EmptyProps) {
  return (
    <div className="flex min-h-[calc(100dvh-3.5rem)] flex-col">
      {bar}
      {isError ? (
        <ErrorState message={texts.failed} onRetry={onRetry} retrying={isRetrying} />
      ) : (
        <div className="relative grid flex-1 place-items-center overflow-hidden px-6 py-14 text-center">
          {onClear === null ? (
            <Guilloche className="absolute size-80 text-line-strong opacity-30" />
          ) : null}
          <div className="relative flex flex-col items-center gap-2">
            <ItemGlyph state="accepted" size={48} />
            <p className="mt-2 text-lg/6 font-semibold">
              {onClear === null ? texts.empty : texts.emptyFiltered}
            </p>
            {onClear === null ? (
              <p className="text-base text-muted">{texts.emptyHint}</p>
            ) : (
              <Button variant="secondary" onClick={onClear}>
                {texts.clear}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

const BARS = 6;

function DeskSkeleton({ bar }: { readonly bar: React.ReactNode }) {
  return (
    <SkeletonScreen label={texts.loading}>
      <Desk
        bar={bar}
        paperLabel={texts.document}
        paper={
          <div className="grid h-full place-items-start justify-center pt-5">
            <Skeleton className="aspect-[1/1.414] h-[70dvh] max-md:h-64" />
          </div>
        }
        panelLabel={texts.decision}
        panel={
          <div className="flex flex-col gap-4 p-5">
            {Array.from({ length: BARS }, (_, bars) => (
              <Skeleton key={bars} className="h-8 w-full" />
            ))}
          </div>
        }
      />
    </SkeletonScreen>
  );
}
