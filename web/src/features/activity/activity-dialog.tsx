import type { ReactNode } from "react";
import { AUDIT_PAGE_SIZE } from "contract/activity";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { Notice } from "#web/ui/states.tsx";
import { activityFailure, useAuditEvents, useInternalNotes } from "./activity.queries.ts";
import { EventLine } from "./event-line.tsx";
import { NotesColumn } from "./notes-column.tsx";

const texts = messages.activity;

type ActivityDialogProps = {
  readonly caseFile: { readonly id: number; readonly title: string };
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Beside the title. */
  readonly actions?: ReactNode;
};

/** What happened in the case, and beside it what the bureau notes about it (C:64). Admins only. */
export function ActivityDialog(props: ActivityDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ caseFile, onOpenChange, actions }: ActivityDialogProps) {
  const events = useAuditEvents(caseFile);
  const notes = useInternalNotes(caseFile);
  const isEmpty = events.data?.pages[0]?.length === 0 && notes.data?.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      size="xl"
      title={texts.title}
      titleExtra={actions}
      description={caseFile.title}
    >
      {events.isError && notes.isError ? (
        <Notice tone="danger">{activityFailure(events.error, texts.failed)}</Notice>
      ) : null}
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-8 max-md:grid-cols-1">
        <section aria-label={texts.events}>
          <h3 className="mb-3 text-sm font-semibold">{texts.events}</h3>
          <EventList events={events} isEverythingEmpty={isEmpty} />
        </section>
        <NotesColumn caseFile={caseFile} notes={notes} />
      </div>
    </Dialog>
  );
}

type EventListProps = {
  readonly events: ReturnType<typeof useAuditEvents>;
  readonly isEverythingEmpty: boolean;
};

function EventList({ events, isEverythingEmpty }: EventListProps) {
  if (events.isPending) {
    return (
      <SkeletonScreen label={texts.loading}>
        <SkeletonRows count={6} />
      </SkeletonScreen>
    );
  }
  if (events.isError)
    return <Notice tone="danger">{activityFailure(events.error, texts.eventsFailed)}</Notice>;
  const all = events.data.pages.flat();
  if (all.length === 0)
    return <p className="text-sm text-muted">{isEverythingEmpty ? texts.none : texts.noEvents}</p>;
  return (
    <>
      <ol className="flex flex-col gap-4">
        {all.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
      {events.hasNextPage && all.length >= AUDIT_PAGE_SIZE ? (
        <Button
          variant="secondary"
          className="mt-5 w-full"
          pending={events.isFetchingNextPage}
          pendingText={texts.loadingMore}
          onClick={() => void events.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </>
  );
}
