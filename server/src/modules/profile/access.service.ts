/** Where a user is signed in, and which browsers sign him in without a code (asvs 79, 81). */
import type { TrustedDevice } from "contract/profile";
import type { SignedInSession } from "contract/session";
import type { Browser } from "#server/auth/browser.ts";
import { forgetDevice, hashOfDeviceCookie, listDevicesOf } from "#server/auth/device-trust.ts";
import { endSessionOf, listSessionsOf } from "#server/auth/sessions.ts";
import type { SignedInActor } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { isSameSecret } from "#server/core/secrets.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";

/** Enough to tell one's own sessions apart, and of no use as a session. */
const ID_LENGTH = 16;

export async function listSessions(actor: SignedInActor): Promise<SignedInSession[]> {
  const own = await listSessionsOf(actor.id);
  return own.map(({ sid, ...session }) => ({
    ...session,
    id: sid.slice(0, ID_LENGTH),
    isCurrent: isSameSecret(sid, actor.sessionId),
  }));
}

export async function endSession(
  actor: SignedInActor,
  { id }: { id: string },
): Promise<{ wasCurrent: boolean }> {
  return inTransaction(async (tx) => {
    const ended = await endSessionOf(tx, actor.id, id);
    if (ended === null) throw notFound("session");
    await recordSecurityEvent(tx, { kind: "session.ended", userId: actor.id });
    // The streams of the other sessions connect again by themselves.
    await announce(tx, { closeStreamsOf: actor.id });
    return { wasCurrent: isSameSecret(ended, actor.sessionId) };
  });
}

export async function listDevices(
  actor: SignedInActor,
  browser: Browser,
): Promise<TrustedDevice[]> {
  const current = browser.deviceCookie === null ? null : hashOfDeviceCookie(browser.deviceCookie);
  const own = await listDevicesOf(actor.id);
  return own.map(({ cookieHash, ...device }) => ({
    ...device,
    isCurrent: current !== null && isSameSecret(cookieHash, current),
  }));
}

export async function removeDevice(actor: SignedInActor, { id }: { id: number }): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await forgetDevice(tx, actor.id, id))) throw notFound("device");
    await recordSecurityEvent(tx, { kind: "device.forgotten", userId: actor.id });
  });
}
