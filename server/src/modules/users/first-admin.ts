/** An empty portal has no default account: its first admin comes from the settings, or by a link on the terminal (D-103). */
import { email as emailRule } from "contract/fields";
import { NewPassword } from "contract/session";
import { weaknessOf } from "#server/auth/password-policy.ts";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { inTransaction } from "#server/database/transaction.ts";
import * as accounts from "./accounts.service.ts";
import * as invitations from "./invitations.service.ts";
import * as registration from "./registration.service.ts";

const Email = emailRule("Invalid email address");

/** Called at every start; does nothing once somebody is there. */
export async function ensureFirstAdmin(): Promise<void> {
  if (await accounts.isAnybodyThere(runtime.database)) return;
  const { firstAdmin } = runtime.config;
  if (firstAdmin === null) return offerLink();
  assertFit(firstAdmin);
  await registration.registerFirstAdmin(firstAdmin.email, firstAdmin.password);
}

/** The rules of every other registration. */
function assertFit({ email, password }: { email: string; password: string }): void {
  if (!Email.safeParse(email).success) {
    throw new StartError("ADMIN_EMAIL is not a valid email address: correct it and start again.");
  }
  const { error } = NewPassword.safeParse(password);
  const owner = { email, firstName: null, lastName: null };
  const weakness = error?.issues[0]?.message ?? weaknessOf(password, owner);
  if (weakness !== null) {
    throw new StartError(
      `ADMIN_PASSWORD cannot be used, choose another and start again: ${weakness.replace(/\.$/, "")}.`,
    );
  }
}

async function offerLink(): Promise<void> {
  const token = await inTransaction((tx) => invitations.inviteAdmin(tx, invitations.NOBODY_YET));
  // Not through the log, which would mask the token.
  process.stdout.write(
    `There is no account yet. Create the first admin here (works once, for 7 days):\n  ${invitations.registrationUrl(token)}\n`,
  );
}
