/** Everything of the portal that ends by time, once living and once ended, and the question whether it is taken. */
// What the portal adds to a request, which the types of its sign-in speak of.
import type {} from "server/src/app.ts";
import { issueCode } from "server/src/auth/codes.ts";
import { fingerprintOfDevice } from "server/src/auth/device-trust.ts";
import { createResetToken } from "server/src/auth/reset-tokens.ts";
import { startSession } from "server/src/auth/sessions.ts";
import { createToken, fingerprintOf } from "server/src/core/secrets.ts";
import { inTransaction } from "server/src/database/transaction.ts";
import { buildInvitation } from "server/testing/factories/invitations.ts";
import { buildUser } from "server/testing/factories/users.ts";
import { Person } from "./person.ts";
import { ask, sql } from "./query.ts";

export interface Expiring {
  what: string;
  /** By the database's clock, which is the one that counts. */
  isLiving: boolean;
  isTaken(): Promise<boolean>;
}

const DEVICE = "k3v9x0q2m7p1z";
const browser = {
  csrf: null,
  deviceFingerprint: null,
  deviceName: null,
  userAgent: null,
  ipAddress: "127.0.0.1",
};

/** Called behind the portal. What has ended did so a minute ago: any step back reaches behind that. */
export async function buildExpiring(origin: string): Promise<Expiring[]> {
  return Promise.all(
    [true, false].flatMap((isLiving) => [
      session(origin, isLiving),
      code(origin, isLiving),
      resetLink(origin, isLiving),
      invitation(origin, isLiving),
    ]),
  );
}

async function session(origin: string, isLiving: boolean): Promise<Expiring> {
  const { id } = await buildUser();
  const sid = await inTransaction((tx) =>
    startSession(tx, { ...browser, userId: id, state: "signedIn" }),
  );
  if (!isLiving) {
    await ask(sql`update sessions set expire = now() - interval '1 minute' where user_id = ${id}`);
  }
  const person = new Person({ id, origin, sid });
  const call = { method: "GET", path: "/api/user" };
  return { what: "session", isLiving, isTaken: async () => (await person.send(call)).status < 300 };
}

async function code(origin: string, isLiving: boolean): Promise<Expiring> {
  const { id, email } = await buildUser();
  const { sid, otp } = await inTransaction(async (tx) => {
    const deviceFingerprint = fingerprintOfDevice(DEVICE);
    const pending = { ...browser, deviceFingerprint, userId: id, state: "pending" as const };
    const sid = await startSession(tx, pending);
    const owner = { userId: id, sessionId: fingerprintOf(sid) };
    const asking = { ...browser, session: null, deviceHash: DEVICE, deviceCookie: null };
    return { sid, otp: (await issueCode(tx, owner, asking)).code };
  });
  if (!isLiving) {
    const gone = sql`update otp_verifications set expires_at = now() - interval '1 minute'
      where user_id = ${id}`;
    await ask(gone);
  }
  const person = new Person({ id, origin, sid });
  const body = { otp, email, deviceHash: DEVICE };
  const call = { method: "POST", path: "/api/verify-otp", body };
  return { what: "code", isLiving, isTaken: async () => (await person.send(call)).status < 300 };
}

async function resetLink(origin: string, isLiving: boolean): Promise<Expiring> {
  const { id } = await buildUser();
  const { token } = await inTransaction((tx) => createResetToken(tx, id));
  if (!isLiving) {
    const gone = sql`update password_reset_tokens set expires_at = now() - interval '1 minute'
      where user_id = ${id}`;
    await ask(gone);
  }
  const isTaken = async () => {
    const answer = await fetch(`${origin}/api/reset-password/${token}/validate`);
    return ((await answer.json()) as { valid: boolean }).valid;
  };
  return { what: "reset link", isLiving, isTaken };
}

async function invitation(origin: string, isLiving: boolean): Promise<Expiring> {
  const token = createToken();
  const { id } = await buildInvitation({ token: fingerprintOf(token) });
  if (!isLiving) {
    const gone = sql`update user_invitations set expires_at = now() - interval '1 minute'
      where id = ${id}`;
    await ask(gone);
  }
  const isTaken = async () => (await fetch(`${origin}/api/invitations/${token}`)).ok;
  return { what: "invitation", isLiving, isTaken };
}
