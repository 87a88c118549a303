import { eq, sql } from "drizzle-orm";
import type { CurrentUser } from "contract/session";
import { hasAny, isTwoFactorRequired, twoFactorOf } from "#server/auth/two-factor.ts";
import { hasPlaceInBureau, isAdmin, type SignedInActor } from "#server/core/actor.ts";
import { signedOut } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { prepared } from "#server/database/prepared.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";

const userById = prepared((database) =>
  database
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("user_by_id"),
);

/** Read afresh at each call (S-08). */
export async function getCurrentUser(actor: SignedInActor): Promise<CurrentUser> {
  const [user] = await userById().execute({ id: actor.id });
  if (!user) throw signedOut();
  return currentUserOf(runtime.database, user);
}

/** `isAdmin` is combined from the flag and the role, so that no screen has to know the rule (D-047). */
export async function currentUserOf(executor: Executor, user: UserRow): Promise<CurrentUser> {
  const lacksFactor = isTwoFactorRequired(user) && !hasAny(await twoFactorOf(executor, user.id));
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    isAdmin: isAdmin(user),
    role: user.role,
    ...(lacksFactor ? { mustAddFactor: true } : {}),
    ...(runtime.config.apiTokens && hasPlaceInBureau(user) ? { mayHaveTokens: true } : {}),
  };
}
