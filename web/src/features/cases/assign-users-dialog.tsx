import { useMemo, useState } from "react";
import type { AssignedUser } from "contract/case-parts";
import type { CaseFile } from "contract/cases";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { ScrollArea } from "#web/ui/scroll-area.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { AssigneeFace, nameOf, PendingBadge } from "./assignee-picker.tsx";
import { findAssignees, useAssigneeSearch } from "./assignees.queries.ts";
import { useReassign } from "./cases.queries.ts";

const texts = messages.cases.assignDialog;
type AssigneeId = AssignedUser["id"];

type AssignUsersDialogProps = {
  readonly caseFile: CaseFile;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function AssignUsersDialog({ caseFile, open, onOpenChange }: AssignUsersDialogProps) {
  return open ? <OpenDialog caseFile={caseFile} onClose={() => onOpenChange(false)} /> : null;
}

function OpenDialog({
  caseFile,
  onClose,
}: {
  readonly caseFile: CaseFile;
  readonly onClose: () => void;
}) {
  const before = useMemo(() => caseFile.assignedUsers.map((user) => user.id), [caseFile]);
  const [chosen, setChosen] = useState<readonly AssigneeId[]>(before);
  const { needle, setNeedle, found, isPending, isSettled, isError, showMore } = useAssigneeSearch();
  const reassign = useReassign();
  // They come first, so that they can be taken away however many others there are, or when they are no longer offered.
  const matches = [
    ...findAssignees(caseFile.assignedUsers, needle),
    ...found.filter(({ id }) => !before.includes(id)),
  ];

  const added = chosen.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !chosen.includes(id));

  const save = () => {
    if (chosen.length === 0) {
      toast({
        title: messages.cases.errorTitle,
        description: texts.required,
        variant: "destructive",
      });
      return;
    }
    reassign.mutate({ caseFile, added, removed }, { onSuccess: onClose });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      busy={reassign.isPending}
      unsaved={added.length + removed.length > 0}
      title={texts.title}
      description={texts.description(caseFile.title)}
      footer={
        <>
          <span role="status" className="me-auto text-sm text-muted tabular">
            {texts.selected(chosen.length)}
          </span>
          <Button variant="secondary" onClick={onClose}>
            {messages.ui.cancel}
          </Button>
          <Button pending={reassign.isPending} pendingText={texts.saving} onClick={save}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <SearchInput label={texts.search} value={needle} onValueChange={setNeedle} />
        {isPending ? <SkeletonRows count={4} /> : null}
        {isError ? <ErrorState message={messages.ui.failedToLoad} /> : null}
        {!isPending && !isError && (isSettled || matches.length > 0) ? (
          <AssigneeList
            assignees={matches}
            search={needle.trim()}
            onEnd={showMore}
            chosen={chosen}
            onChange={setChosen}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

type AssigneeListProps = {
  readonly assignees: readonly AssignedUser[];
  readonly search: string;
  readonly onEnd: (() => void) | null;
  readonly chosen: readonly AssigneeId[];
  readonly onChange: (chosen: AssigneeId[]) => void;
};

function AssigneeList({ assignees, search, onEnd, chosen, onChange }: AssigneeListProps) {
  if (assignees.length === 0) {
    return (
      <p role="status" className="py-6 text-center text-sm text-muted">
        {search === "" ? texts.none : texts.noneMatching(search)}
      </p>
    );
  }
  return (
    // 256 pixels, then it scrolls (C:244).
    <ScrollArea label={texts.title} className="max-h-64" onNearEnd={onEnd}>
      <ul className="flex flex-col">
        {assignees.map((assignee) => (
          <li key={assignee.id} className="rounded-md px-2 hover:bg-ink/4">
            <Checkbox
              checked={chosen.includes(assignee.id)}
              onCheckedChange={(isChosen) =>
                onChange(
                  isChosen === true
                    ? [...chosen, assignee.id]
                    : chosen.filter((id) => id !== assignee.id),
                )
              }
            >
              <span className="flex min-h-12 min-w-0 items-center gap-3">
                <AssigneeFace assignee={assignee} size="sm" />
                <span className="min-w-0">
                  <span className="flex items-center gap-2">
                    <span className="truncate text-sm font-medium">{nameOf(assignee)}</span>
                    {assignee.pending ? <PendingBadge /> : null}
                  </span>
                  <span className="block truncate text-xs text-muted">{assignee.email}</span>
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
    </ScrollArea>
  );
}
