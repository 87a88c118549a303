/** Making a passkey: the browser signs a challenge of ours, and the key it made is kept. */
import type { Browser } from "#server/auth/browser.ts";
import {
  listPasskeysOf,
  storeChallenge,
  storePasskey,
  takeChallenge,
} from "#server/auth/passkeys.ts";
import {
  canHavePasskeys,
  type Registration,
  readRegistration,
  registrationOptions,
} from "#server/auth/webauthn.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badRequest, taken, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { assertOwnPassword, lockSelf } from "#server/modules/profile/own-password.service.ts";
import { noteAdded } from "./two-factor-changes.ts";

const REFUSED = "The passkey could not be added. Please try again.";
const MOST_PASSKEYS = 20;

export async function startPasskey(
  actor: SignedInActor,
  { currentPassword }: { currentPassword: string },
) {
  if (!canHavePasskeys()) throw wrongState("Passkeys need a portal with a name and https");
  const proven = await assertOwnPassword(actor, currentPassword);
  const known = await listPasskeysOf(runtime.database, actor.id);
  if (known.length >= MOST_PASSKEYS) throw wrongState(`You can have ${MOST_PASSKEYS} passkeys`);
  const options = await registrationOptions(actor, known);
  await inTransaction(async (tx) => {
    await lockSelf(tx, actor, proven);
    await storeChallenge(tx, actor.sessionId, { ...options, purpose: "add" });
  });
  return options;
}

type NewPasskey = { name: string; credential: Registration; browser: Browser };

/** The challenge was given to this session after its password, so nothing else is asked for. */
export async function addPasskey(
  actor: SignedInActor,
  { name, credential, browser }: NewPasskey,
): Promise<{ recoveryCodes: string[] | null }> {
  const challenge = await takeChallenge(runtime.database, actor.sessionId, "add");
  const made = challenge === null ? null : await readRegistration(credential, challenge);
  if (made === null) throw badRequest(REFUSED);
  return inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor);
    const transports = credential.response.transports ?? [];
    const passkey = { ...made, userId: user.id, name, transports };
    if (!(await storePasskey(tx, passkey))) throw taken("This passkey has been added already");
    return noteAdded(tx, { actor, user, browser, factor: `the passkey "${name}"` });
  });
}
