import { UserPlus } from "lucide-react";
import type { AssignedUser } from "contract/case-parts";
import { AssigneeFace, nameOf, PendingBadge } from "#web/features/cases/assignee-picker.tsx";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";

const texts = messages.caseScreen;
/** Beside the heading where there is room, else below the line of heading and button. */
const below = "flex-1 max-lg:order-last max-lg:flex-none max-lg:basis-full";

type AssignedUsersPanelProps = {
  readonly users: readonly AssignedUser[];
  readonly onAssign: () => void;
};

/** The last row of the card of facts. */
export function AssignedUsersPanel({ users, onAssign }: AssignedUsersPanelProps) {
  return (
    <section
      aria-label={texts.assignedUsers}
      className="flex items-start gap-x-6 gap-y-1 border-t border-line px-5 py-2.5 max-lg:flex-wrap max-lg:justify-between"
    >
      <h2 className="text-sm leading-8 font-semibold whitespace-nowrap">{texts.assignedUsers}</h2>
      {users.length === 0 ? (
        <p className={`${below} text-sm leading-8 text-muted`}>{texts.nobodyAssigned}</p>
      ) : (
        <ul className={`${below} flex min-w-0 flex-wrap gap-x-5`}>
          {users.map((user) => (
            <li
              key={user.id}
              className="flex min-h-8 max-w-full min-w-0 items-center gap-2 text-sm"
              title={user.email}
            >
              <AssigneeFace assignee={user} size="xs" />
              <span className="truncate">{nameOf(user)}</span>
              {user.pending ? <PendingBadge /> : null}
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" size="sm" icon={<Icon of={UserPlus} />} onClick={onAssign}>
        {texts.assign}
      </Button>
    </section>
  );
}
