/** An empty portal has no default account: its first admin comes from the settings, or by a link on the terminal (D-103). */
import { inTransaction } from "#server/database/transaction.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import * as invitations from "#server/modules/users/invitations.service.ts";
import * as registration from "#server/modules/users/registration.service.ts";
import { runtime } from "#server/runtime.ts";
import { weaknessOf } from "./password-policy.ts";

/** Called at every start; does nothing once somebody is there. */
export async function ensureFirstAdmin(): Promise<void> {
  if (await accounts.isAnybodyThere(runtime.database)) return;
  const { firstAdmin } = runtime.config;
  if (firstAdmin === null) return offerLink();
  const { email, password } = firstAdmin;
  const isCreated = await registration.registerFirstAdmin(email, password);
  if (isCreated && weaknessOf(password, { email, firstName: null, lastName: null }) !== null) {
    runtime.log.warn("ADMIN_PASSWORD is easy to guess: change it after the first sign-in.");
  }
}

async function offerLink(): Promise<void> {
  const token = await inTransaction((tx) => invitations.inviteAdmin(tx, invitations.NOBODY_YET));
  // Not through the log, which would mask the token.
  process.stdout.write(
    `There is no account yet. Create the first admin here (works once, for 7 days):\n  ${invitations.registrationUrl(token)}\n`,
  );
}
