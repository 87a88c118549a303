import { queryOptions, useQuery } from "@tanstack/react-query";
import { type CurrentUser, sessionApi } from "contract/session";
import { queryPath } from "./query.ts";

let remembered: CurrentUser | null = null;
const readUser = queryPath<CurrentUser>("returnNull");

/** Who is signed in; null is nobody (C:169). */
export const currentUserQuery = queryOptions({
  queryKey: [sessionApi.getUser.path],
  queryFn: async (context) => {
    const user = await readUser(context);
    remembered = user ?? remembered;
    return user;
  },
});

export function useCurrentUserQuery() {
  return useQuery(currentUserQuery);
}

/** The signed-in user; only below the gate, where there always is one. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  const known = data ?? lastUser();
  if (known === null) throw new Error("There is no signed-in user here");
  return known;
}

/** A screen that stays mounted behind the sign-in screen still belongs to the user who opened it (D-099). */
export function lastUser(): CurrentUser | null {
  return remembered;
}

/** For tests, of which several share one page. */
export function forgetLastUser(): void {
  remembered = null;
}
