import type { AssignedUser } from "contract/case-parts";
import { fullNameOf, initialsOf } from "#web/format/person.ts";
import type { Person } from "#web/ui/avatar.tsx";

/** Assigned users as the kit draws people; somebody without a name is called by the address. */
export function peopleOf(users: readonly AssignedUser[]): Person[] {
  return users.map((user) => {
    const name = fullNameOf(user);
    return {
      seed: String(user.id),
      initials: name === "" ? (user.email[0] ?? "?").toUpperCase() : initialsOf(user),
      name: name || user.email,
    };
  });
}
