import { UserPlus } from "lucide-react";
import type { AssignedUser } from "contract/cases";
import { AssigneeFace, nameOf, PendingBadge } from "#web/features/cases/assignee-picker.tsx";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { cardLook } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";

const texts = messages.caseScreen;

type AssignedUsersPanelProps = {
  readonly users: readonly AssignedUser[];
  readonly onAssign: () => void;
};

export function AssignedUsersPanel({ users, onAssign }: AssignedUsersPanelProps) {
  return (
    <section
      aria-label={texts.assignedUsers}
      className={`${cardLook} mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 px-5 py-3.5`}
    >
      <h2 className="text-sm font-semibold">{texts.assignedUsers}</h2>
      {users.length === 0 ? (
        <p className="text-sm text-muted">{texts.nobodyAssigned}</p>
      ) : (
        <ul className="flex min-w-0 flex-wrap gap-x-5 gap-y-2">
          {users.map((user) => (
            <li
              key={user.id}
              className="flex min-w-0 items-center gap-2 text-sm"
              title={user.email}
            >
              <AssigneeFace assignee={user} size="xs" />
              <span className="max-w-48 truncate">{nameOf(user)}</span>
              {user.pending ? <PendingBadge /> : null}
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        size="sm"
        className="ms-auto"
        icon={<Icon of={UserPlus} />}
        onClick={onAssign}
      >
        {texts.assign}
      </Button>
    </section>
  );
}
