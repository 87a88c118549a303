/**
 * The second step of a sign-in with a passkey, an authenticator app or a recovery code, in place of the code by mail
 * (security.md 4.9). Wrong answers share the day's tries with those codes (asvs 78).
 */
import type { Browser } from "#server/auth/browser.ts";
import * as keys from "#server/auth/passkeys.ts";
import {
  consumeRecoveryCode,
  countRecoveryCodes,
  findRecoveryCode,
} from "#server/auth/recovery-codes.ts";
import type { SessionRecord } from "#server/auth/sessions.ts";
import { startCodeTry } from "#server/auth/throttles.ts";
import { consumeTotp } from "#server/auth/totp-secrets.ts";
import { STEPS_TAKEN } from "#server/auth/totp.ts";
import { type Assertion, assertionOptions, readAssertion } from "#server/auth/webauthn.ts";
import { badCode } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { UserRow } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import * as verification from "#server/modules/session/verification.service.ts";
import { tellOf } from "./two-factor-changes.ts";

type Claim = verification.Claim;

export function verifyTotp(browser: Browser, input: Claim & { code: string }) {
  return enter(browser, input, {
    factor: "totp",
    isRight: ({ userId }) => inTransaction((tx) => consumeTotp(tx, userId, input.code)),
  });
}

export function verifyRecoveryCode(browser: Browser, input: Claim & { code: string }) {
  return enter(browser, input, {
    factor: "recovery code",
    isRight: async ({ userId }) => {
      const found = await findRecoveryCode(userId, input.code);
      return found !== null && inTransaction((tx) => consumeRecoveryCode(tx, found));
    },
    onEntry: (tx, user) => tellOfRecovery(tx, user, browser),
  });
}

/** The challenge belongs to the pending sign-in; only its browser gets one. */
export function askPasskey(browser: Browser) {
  return challengeFor(verification.pendingOf(browser));
}

/** What the passkeys of this session's person have to sign. */
export async function challengeFor({ sid, userId }: SessionRecord) {
  const known = await keys.listPasskeysOf(runtime.database, userId);
  if (known.length === 0) throw badCode("You have no passkey");
  const options = await assertionOptions(known);
  const { challenge } = options;
  await inTransaction((tx) => keys.storeChallenge(tx, sid, { challenge, purpose: "prove" }));
  return options;
}

export function verifyPasskey(browser: Browser, input: Claim & { credential: Assertion }) {
  return enter(browser, input, {
    factor: "passkey",
    isRight: (pending) => isSignedBy(pending, input.credential),
  });
}

/** Uses the session's challenge up. */
export async function isSignedBy(
  { sid, userId }: SessionRecord,
  credential: Assertion,
): Promise<boolean> {
  const challenge = await keys.takeChallenge(runtime.database, sid, "prove");
  const own = await keys.listPasskeysOf(runtime.database, userId);
  const passkey = own.find(({ credentialId }) => credentialId === credential.id);
  if (challenge === null || passkey === undefined) return false;
  const counter = await readAssertion(credential, challenge, passkey);
  return counter !== null && inTransaction((tx) => keys.markPasskeyUsed(tx, passkey, counter));
}

type Proof = {
  factor: string;
  /** Uses up what it looks at. */
  isRight(pending: SessionRecord): Promise<boolean>;
  onEntry?(tx: Transaction, user: UserRow): Promise<void>;
};

async function enter(browser: Browser, claim: Claim, proof: Proof): Promise<verification.Verified> {
  const pending = verification.pendingOf(browser);
  // Two codes of an app are right at any moment, so each guess counts twice.
  const attempt = await startCodeTry(pending.userId, browser, STEPS_TAKEN);
  const isRight = verification.belongsTo(pending, claim) && (await proof.isRight(pending));
  if (!isRight) return verification.refuseWrong(pending, browser, attempt);
  const verified = await inTransaction(async (tx) => {
    const user = await verification.closePending(tx, pending);
    await proof.onEntry?.(tx, user);
    const { factor } = proof;
    const { deviceHash } = claim;
    return verification.enterWithNewDevice(tx, { user, deviceHash, browser, factor });
  });
  await attempt.forgive();
  return verified;
}

async function tellOfRecovery(tx: Transaction, user: UserRow, browser: Browser): Promise<void> {
  const left = await countRecoveryCodes(tx, user.id);
  await recordSecurityEvent(tx, {
    kind: "recovery.used",
    userId: user.id,
    browser,
    metadata: { left },
  });
  await tellOf(tx, { user, browser, what: `A recovery code was used, and ${left} are left` });
}
