import { eq, sql } from "drizzle-orm";
import type { CurrentUser } from "contract/session";
import { hasAny, isTwoFactorRequired, twoFactorOf } from "#server/auth/two-factor.ts";
import { hasPlaceInBureau, isAdmin, type SignedInActor } from "#server/core/actor.ts";
import { demoKind } from "#server/core/demo.ts";
import { signedOut } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { prepared } from "#server/database/prepared.ts";
import { users, type UserRow } from "#server/database/tables/users.ts";

const isAnAdmin = sql`(${users.isAdmin} or ${users.role} = 'admin')`;
const earlierAdmin = sql`select from ${users} earlier
  where earlier.id < ${users.id} and (earlier.is_admin or earlier.role = 'admin')`;

const userById = prepared((database) =>
  database
    .select({
      user: users,
      isFirstAdmin: sql<boolean>`${isAnAdmin} and not exists (${earlierAdmin})`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("user_by_id"),
);

/** Read afresh at each call (S-08). */
export async function getCurrentUser(actor: SignedInActor): Promise<CurrentUser> {
  const [found] = await userById().execute({ id: actor.id });
  if (!found) throw signedOut();
  const user = await currentUserOf(runtime.database, found.user);
  // The made-up bureau has long begun.
  return found.isFirstAdmin && demoKind() === null ? { ...user, isFirstAdmin: true } : user;
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
