import { useQuery } from "@tanstack/react-query";
import type { AssignedUser } from "contract/case-parts";
import { type Invitation, type User, usersApi } from "contract/users";
import { read } from "#web/api/client.ts";

/** Who may be assigned: every user but admins, and everybody invited who has not registered yet (C:159, D-124). */
export function useAssignees({ enabled = true }: { enabled?: boolean } = {}) {
  const users = useQuery({ ...read(usersApi.list), enabled, select: assignableUsers });
  const invitations = useQuery({
    ...read(usersApi.listInvitations),
    enabled,
    select: openInvitations,
  });
  return {
    assignees: [...(users.data ?? []), ...(invitations.data ?? [])],
    isPending: users.isPending || invitations.isPending,
    isError: users.isError || invitations.isError,
  };
}

function assignableUsers(users: readonly User[]): AssignedUser[] {
  return users
    .filter((user) => !user.isAdmin && user.role !== "admin")
    .map(({ id, firstName, lastName, email }) => ({
      id,
      firstName,
      lastName,
      email,
      pending: false,
    }));
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
