import { useQuery } from "@tanstack/react-query";
import { type Bulk, bulkActionsApi } from "contract/bulk-actions";
import { call } from "#web/api/client.ts";
import { reminderMessages } from "#web/messages/reminders.ts";
import { Button } from "#web/ui/button.tsx";
import { CancelButton } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { SkeletonRows, SkeletonScreen } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";

const { bulk: texts, card, now } = reminderMessages;

type RemindManyDialogProps = {
  readonly ids: readonly number[];
  /** The cases that get one. */
  readonly onRemind: (ids: number[]) => void;
  readonly onClose: () => void;
};

/** How many get a reminder and how many none, before anything is sent. */
export function RemindManyDialog({ ids, onRemind, onClose }: RemindManyDialogProps) {
  const tried = useQuery({
    queryKey: ["remind many", ids.join(",")],
    queryFn: () =>
      call(bulkActionsApi.start, { body: { action: "remind", ids: [...ids], dryRun: true } }),
    staleTime: 0,
    gcTime: 0,
  });
  const wanted = tried.data?.results.filter(({ outcome }) => outcome === "done") ?? [];
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={texts.title}
      footer={
        <>
          <CancelButton onCancel={onClose} isPending={false} />
          <Button
            disabled={wanted.length === 0}
            onClick={() => onRemind(wanted.map(({ id }) => id))}
          >
            {now.submit}
          </Button>
        </>
      }
    >
      {tried.data ? <Question bulk={tried.data} /> : null}
      {tried.isError ? (
        <ErrorState message={texts.failed} onRetry={() => void tried.refetch()} />
      ) : null}
      {tried.isPending ? (
        <SkeletonScreen label={texts.loading}>
          <SkeletonRows count={2} />
        </SkeletonScreen>
      ) : null}
    </Dialog>
  );
}

/** 'Send a reminder to the clients of 9 cases? 2 have nothing open and get none.' */
function Question({ bulk: { results } }: { readonly bulk: Bulk }) {
  const count = results.filter(({ outcome }) => outcome === "done").length;
  const nothingOpen = results.filter(({ message }) => message === card.nothingOpen).length;
  const others = results.length - count - nothingOpen;
  const sentences = [
    count === 0 ? texts.nobodyGets : texts.question(count),
    ...(nothingOpen > 0 ? [texts.nothingOpen(nothingOpen)] : []),
    ...(others > 0 ? [texts.others(others)] : []),
  ];
  return <p className="text-base">{sentences.join(" ")}</p>;
}
