import { X } from "lucide-react";
import { useState } from "react";
import type { AssignedUser } from "contract/case-parts";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { StageBadge } from "#web/ui/badge.tsx";
import type { ChoiceSearch } from "#web/ui/choice-search.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { peopleOf } from "./assigned-people.ts";

type AssigneeId = AssignedUser["id"];
const texts = messages.cases;
/** As many as the create dialog shows (C:244). */
const SHOWN_RESULTS = 5;
const PENDING_HUE = 82;

type AssigneePickerProps = {
  readonly assignees: ChoiceSearch<AssignedUser>;
  readonly chosen: readonly AssigneeId[];
  readonly onChange: (chosen: AssigneeId[]) => void;
};

/** A search box whose first five hits can be added, and chips of those chosen. */
export function AssigneePicker({ assignees, chosen, onChange }: AssigneePickerProps) {
  const { needle, setNeedle, found } = assignees;
  // Another search no longer finds them: whoever has been picked is kept for his chip.
  const [picked, setPicked] = useState<readonly AssignedUser[]>([]);
  const matches = found.filter(({ id }) => !chosen.includes(id)).slice(0, SHOWN_RESULTS);
  return (
    <div className="flex flex-col gap-2">
      {chosen.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {picked
            .filter((assignee) => chosen.includes(assignee.id))
            .map((assignee) => (
              <li key={assignee.id}>
                <button
                  type="button"
                  onClick={() => onChange(chosen.filter((id) => id !== assignee.id))}
                  className="inline-flex h-8 finger:h-11 items-center gap-2 rounded-full border border-accent bg-accent-soft ps-1 pe-2.5 text-sm"
                >
                  <span className="sr-only">{texts.assignDialog.remove}</span>
                  <AssigneeFace assignee={assignee} size="xs" />
                  <span className="max-w-48 truncate">{nameOf(assignee)}</span>
                  <Icon of={X} size={14} />
                </button>
              </li>
            ))}
        </ul>
      ) : null}
      <SearchInput
        label={texts.createDialog.searchUsers}
        value={needle}
        onValueChange={setNeedle}
      />
      {needle.trim() !== "" && assignees.isSettled && matches.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          {texts.assignDialog.noneMatching(needle.trim())}
        </p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {matches.map((assignee) => (
            <li key={assignee.id}>
              <button
                type="button"
                onClick={() => {
                  setPicked([...picked.filter(({ id }) => id !== assignee.id), assignee]);
                  onChange([...chosen, assignee.id]);
                  setNeedle("");
                }}
                className="inline-flex h-8 finger:h-11 items-center gap-2 rounded-full border border-line-strong ps-1 pe-3 text-sm transition-colors hover:bg-ink/6"
              >
                <span className="sr-only">{texts.assignDialog.add}</span>
                <AssigneeFace assignee={assignee} size="xs" />
                <span className="max-w-48 truncate">{nameOf(assignee)}</span>
                {assignee.pending ? <PendingBadge /> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function PendingBadge() {
  return <StageBadge hue={PENDING_HUE}>{texts.assignDialog.pending}</StageBadge>;
}

export function AssigneeFace({
  assignee,
  size,
}: {
  readonly assignee: AssignedUser;
  readonly size: "xs" | "sm";
}) {
  const [person] = peopleOf([assignee]);
  return <Avatar initials={person?.initials ?? ""} seed={String(assignee.id)} size={size} />;
}

export function nameOf(assignee: AssignedUser): string {
  return fullNameOf(assignee) || assignee.email;
}
