/**
 * The own second factors (security.md 4.9). Each change asks for the password again, ends every other session and
 * trusted browser, and is told by mail: whoever sits at an open screen must not be able to put a factor of his own in
 * its place unnoticed.
 */
import type { Factors } from "contract/two-factor";
import type { Browser } from "#server/auth/browser.ts";
import * as keys from "#server/auth/passkeys.ts";
import { countRecoveryCodes, renewRecoveryCodes } from "#server/auth/recovery-codes.ts";
import { startCodeTry } from "#server/auth/throttles.ts";
import * as totp from "#server/auth/totp-secrets.ts";
import { base32Of, STEPS_TAKEN, totpUri } from "#server/auth/totp.ts";
import { hasAny, isTwoFactorRequired, twoFactorOf } from "#server/auth/two-factor.ts";
import { canHavePasskeys } from "#server/auth/webauthn.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, notFound, wrongState } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauName } from "#server/database/bureau.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { assertOwnPassword, lockSelf } from "#server/modules/profile/own-password.service.ts";
import { APP, noteAdded, noteRemoved, tellOf } from "./two-factor-changes.ts";

const WRONG_CODE = "This code is not right. Check the time of your phone and try the next one.";

type WithPassword = { currentPassword: string; browser: Browser };

export async function get(actor: SignedInActor): Promise<Factors> {
  const passkeys = await keys.listPasskeysOf(runtime.database, actor.id);
  const addedAt = await totp.totpAddedAt(runtime.database, actor.id);
  return {
    totp: addedAt === null ? null : { addedAt },
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      addedAt: createdAt,
      lastUsedAt,
    })),
    recoveryCodesLeft: await countRecoveryCodes(runtime.database, actor.id),
    isRequired: isTwoFactorRequired(actor),
    canHavePasskeys: canHavePasskeys(),
  };
}

/** A second app takes the place of the first, once it has proven itself: phones get lost and replaced. */
export async function startTotp(
  actor: SignedInActor,
  { currentPassword }: { currentPassword: string },
): Promise<{ secret: string; uri: string }> {
  const proven = await assertOwnPassword(actor, currentPassword);
  const secret = await inTransaction(async (tx) => {
    await lockSelf(tx, actor, proven);
    return totp.prepareTotp(tx, actor.id);
  });
  const names = { issuer: bureauName(), account: actor.email };
  return { secret: base32Of(secret), uri: totpUri(secret, names) };
}

export async function confirmTotp(
  actor: SignedInActor,
  { code, browser }: { code: string; browser: Browser },
): Promise<{ recoveryCodes: string[] | null }> {
  const attempt = await startCodeTry(actor.id, browser, STEPS_TAKEN);
  const added = await inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor);
    if (!(await totp.confirmTotp(tx, actor.id, code))) throw badField("code", WRONG_CODE);
    return noteAdded(tx, { actor, user, browser, factor: APP });
  });
  await attempt.forgive();
  return added;
}

export async function removeTotp(
  actor: SignedInActor,
  { currentPassword, browser }: WithPassword,
): Promise<void> {
  const proven = await assertOwnPassword(actor, currentPassword);
  await inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor, proven);
    if (!(await totp.removeTotp(tx, actor.id))) throw wrongState("You have no authenticator app");
    await noteRemoved(tx, { actor, user, browser, factor: APP });
  });
}

export async function removePasskey(
  actor: SignedInActor,
  { id, currentPassword, browser }: WithPassword & { id: number },
): Promise<void> {
  const proven = await assertOwnPassword(actor, currentPassword);
  await inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor, proven);
    const removed = await keys.removePasskey(tx, actor.id, id);
    if (removed === null) throw notFound("passkey");
    await noteRemoved(tx, { actor, user, browser, factor: `the passkey "${removed.name}"` });
  });
}

export async function renewCodes(
  actor: SignedInActor,
  { currentPassword, browser }: WithPassword,
): Promise<{ recoveryCodes: string[] }> {
  const proven = await assertOwnPassword(actor, currentPassword);
  return inTransaction(async (tx) => {
    const user = await lockSelf(tx, actor, proven);
    if (!hasAny(await twoFactorOf(tx, actor.id)))
      throw wrongState("Add a passkey or an authenticator app first");
    const recoveryCodes = await renewRecoveryCodes(tx, actor.id);
    await recordSecurityEvent(tx, { kind: "recovery.renewed", userId: actor.id, browser });
    await tellOf(tx, { user, browser, what: "You made new recovery codes" });
    return { recoveryCodes };
  });
}
