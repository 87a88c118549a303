/** Who may be assigned: every user but admins, and everybody invited who has not registered yet (C:159, D-124). */
import { useQuery } from "@tanstack/react-query";
import type { AssignedUser } from "contract/case-parts";
import { type Invitation, type User, usersApi } from "contract/users";
import { call, read } from "#web/api/client.ts";
import { fullNameOf } from "#web/format/person.ts";
import type { ChoiceSearch } from "#web/ui/choice-search.ts";
import { finder } from "#web/ui/search-text.ts";
import { useChoices } from "./use-choices.ts";

const ASSIGNABLE = { assignable: "true" } as const;
const MOST_AT_ONCE = "100";

/** Found by name or address; those invited, who are few, stand behind the last user. */
export function useAssigneeSearch(): ChoiceSearch<AssignedUser> {
  const users = useChoices({
    path: usersApi.page.path,
    read: async (query, signal) => {
      const page = await call(usersApi.page, { query: { ...query, ...ASSIGNABLE }, signal });
      return { ...page, rows: page.rows.map(assigneeOfUser) };
    },
  });
  const invitations = useQuery({ ...read(usersApi.listInvitations), select: openInvitations });
  // While the answer to what is being typed is on its way, what is known already is narrowed here.
  const known = users.isSettled ? users.found : findAssignees(users.found, users.needle);
  const invited = findAssignees(invitations.data ?? [], users.needle);
  return {
    ...users,
    found: users.isEverything ? [...known, ...invited] : known,
    isPending: users.isPending || invitations.isPending,
    isError: users.isError || invitations.isError,
  };
}

/** Somebody by the id that a filter holds; null when there is no such person any more. */
export function useAssignee(id: string | null) {
  return useQuery({
    queryKey: [usersApi.page.path, "assignee", id],
    queryFn: async ({ signal }) => (id === null ? null : findAssignee(id, signal)),
    enabled: id !== null,
    staleTime: 0,
  });
}

async function findAssignee(id: string, signal: AbortSignal): Promise<AssignedUser | null> {
  if (id.startsWith("invitation-")) {
    const invitations = await call(usersApi.listInvitations, { signal });
    return openInvitations(invitations).find((each) => each.id === id) ?? null;
  }
  for (let after: string | undefined, isOver = false; !isOver;) {
    const query = { ...ASSIGNABLE, limit: MOST_AT_ONCE, after };
    const page = await call(usersApi.page, { query, signal });
    const found = page.rows.find((user) => String(user.id) === id);
    if (found) return assigneeOfUser(found);
    isOver = page.next === null;
    after = page.next ?? undefined;
  }
  return null;
}

export function findAssignees(assignees: readonly AssignedUser[], search: string): AssignedUser[] {
  const finds = finder(search);
  return assignees.filter((assignee) => finds(fullNameOf(assignee), assignee.email));
}

function assigneeOfUser({ id, firstName, lastName, email }: User): AssignedUser {
  return { id, firstName, lastName, email, pending: false };
}

function openInvitations(invitations: readonly Invitation[]): AssignedUser[] {
  return invitations
    .filter(({ isUsed, expiresAt }) => !isUsed && Date.parse(expiresAt) > Date.now())
    .map(({ id, firstName, lastName, email }) => ({
      id: `invitation-${id}`,
      firstName,
      lastName,
      email,
      pending: true,
    }));
}
