/**
 * Browser sessions: opaque 256-bit tokens of which the database keeps only a fingerprint (security.md 4.1, 4.7).
 *
 * A session is `pending` between the right password and the code; then its browser is still a stranger to every
 * protected call. Each step forward issues a new token and deletes the old row. All expiry is judged by the
 * database's clock, so that setting a server's clock back revives nothing.
 */
import { and, asc, desc, eq, inArray, like, ne, sql, type SQL } from "drizzle-orm";
import { PROOF_MINUTES } from "contract/step-up";
import { actorOf, type SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { createToken, fingerprintOf } from "#server/core/secrets.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { prepared, preparedText } from "#server/database/prepared.ts";
import { withSpareRoom } from "#server/database/spare-room.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { users } from "#server/database/tables/users.ts";
import { followSession } from "./email-changes.ts";
import { hasTwoFactor, isTwoFactorRequired } from "./two-factor.ts";

export type SessionState = "pending" | "signedIn";
const PENDING_MINUTES = 15;
const MOST_SESSIONS_PER_USER = 10;
/** To the second, so that the shortest idle time is kept too; the calls of one screen still write once. */
const SLIDE_AFTER_SECONDS = 1;

/** What the `sess` column holds. */
export type StoredSession = {
  userId: number;
  state: SessionState;
  csrf: string | null;
  /** HMAC of the device hash that a pending sign-in was started with. */
  deviceFingerprint: string | null;
  deviceName: string | null;
  userAgent: string | null;
  ipAddress: string | null;
};

export type SessionRecord = StoredSession & {
  sid: string;
  expire: string;
  createdAt: string;
  secondsSinceSeen: number;
  actor: SignedInActor;
  /** The role demands a strong factor, and this person has none (security.md 4.9). */
  lacksFactor: boolean;
};

const livingSession = (name: string, hasFactor: SQL<boolean>) =>
  prepared((database) =>
    database
      .select({
        sid: sessions.sid,
        sess: sessions.sess,
        expire: sessions.expire,
        createdAt: sessions.createdAt,
        isProven: sql<boolean>`${sessions.provenAt} > now() - ${`${PROOF_MINUTES} minutes`}::interval`,
        secondsSinceSeen: sql<number>`extract(epoch from now() - ${sessions.lastSeenAt})::float8`,
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
        isAdmin: users.isAdmin,
        hasFactor,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.sid, sql.placeholder("sid")),
          sql`${sessions.expire} > now()`,
          sql`${users.disabledAt} is null`,
        ),
      )
      .prepare(name),
  );

const anySession = livingSession("living_session", sql<boolean>`true`);
const sessionWithFactor = livingSession("living_session_with_factor", hasTwoFactor());

/** The living session behind a token, with its user as he is now (S-08); null when it has ended or the user is gone. */
export async function findSession(
  token: string,
  executor: Executor = runtime.database,
): Promise<SessionRecord | null> {
  // Factors are looked up only where a role demands one.
  const isFactorAsked = runtime.config.requireStrongFactor.length > 0;
  const statement = isFactorAsked ? sessionWithFactor(executor) : anySession(executor);
  const [row] = await statement.execute({ sid: fingerprintOf(token) });
  if (!row) return null;
  const { sid, sess, expire, createdAt, secondsSinceSeen, isProven, hasFactor, ...user } = row;
  return {
    ...(sess as StoredSession),
    sid,
    expire,
    createdAt,
    secondsSinceSeen,
    actor: { ...actorOf(user), sessionId: sid, isProven },
    lacksFactor: !hasFactor && isTwoFactorRequired(user),
  };
}

/** Writes the row and answers the token for the cookie. Beyond ten sessions of a user the oldest ends (asvs 81). */
export async function startSession(tx: Transaction, stored: StoredSession): Promise<string> {
  const token = createToken();
  await tx.insert(sessions).values({
    sid: fingerprintOf(token),
    userId: stored.userId,
    sess: stored,
    expire:
      stored.state === "pending"
        ? sql`now() + ${`${PENDING_MINUTES} minutes`}::interval`
        : firstExpiry(),
  });
  if (stored.state === "signedIn") await endOldest(tx, stored.userId);
  return token;
}

/** Counts a request as activity; never beyond the absolute life. */
export async function slideSession(session: SessionRecord): Promise<void> {
  if (session.state !== "signedIn" || session.secondsSinceSeen < SLIDE_AFTER_SECONDS) return;
  await withSpareRoom(() => slide(runtime.database, { sid: session.sid, ...lifetimes() }));
}

/**
 * Nobody waits for the disk: a session that was written down a moment before a crash may be some calls older. Whoever has
 * waited for another call of the same screen finds it done.
 */
const slide = preparedText(
  () => sql`
  with hurried as (
    select set_config('synchronous_commit', 'off', true)
  )
  update ${sessions} set last_seen_at = now(), expire = least(
    now() + ${sql.placeholder("idle")}::interval, created_at + ${sql.placeholder("absolute")}::interval)
  from hurried
  where sid = ${sql.placeholder("sid")} and expire > now()
    and last_seen_at <= now() - ${sql.raw(`interval '${SLIDE_AFTER_SECONDS} seconds'`)}`,
);

/** False: it had ended already. */
export async function endSession(executor: Executor, sid: string): Promise<boolean> {
  const ended = await executor
    .delete(sessions)
    .where(eq(sessions.sid, sid))
    .returning({ sid: sessions.sid });
  return ended.length > 0;
}

/** A pending sign-in lives at least so much longer, and is held until the transaction ends; false: it is over. */
export async function extendSession(
  tx: Transaction,
  sid: string,
  minutes: number,
): Promise<boolean> {
  const extended = await tx
    .update(sessions)
    .set({
      expire: sql`greatest(${sessions.expire}, now() + ${`${minutes} minutes`}::interval)`,
    })
    .where(and(eq(sessions.sid, sid), sql`${sessions.expire} > now()`))
    .returning({ sid: sessions.sid });
  return extended.length > 0;
}

/** Its person has proven anew who he is: a new token, and the old one opens nothing (asvs 83); null: it is over. */
export async function renewSession(tx: Transaction, sid: string): Promise<string | null> {
  const token = createToken();
  const [renewed] = await tx
    .update(sessions)
    .set({ sid: fingerprintOf(token), provenAt: sql`now()` })
    .where(and(eq(sessions.sid, sid), sql`${sessions.expire} > now()`))
    .returning({ sid: sessions.sid });
  if (!renewed) return null;
  await followSession(tx, sid, renewed.sid);
  return token;
}

/** Takes effect at the next request of each ended session (security.md 4.9). */
export async function endSessionsOf(
  tx: Transaction,
  userId: number,
  options: { except?: string } = {},
): Promise<void> {
  await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        options.except ? ne(sessions.sid, options.except) : undefined,
      ),
    );
}

/** Whose they were, once for each session. */
export async function endEverySession(tx: Transaction): Promise<(number | null)[]> {
  const ended = await tx.delete(sessions).returning({ userId: sessions.userId });
  return ended.map(({ userId }) => userId);
}

export type OwnSession = {
  sid: string;
  deviceName: string | null;
  ipAddress: string | null;
  createdAt: string;
  lastSeenAt: string;
};

/** Where a user is signed in, most recently used first. */
export async function listSessionsOf(userId: number): Promise<OwnSession[]> {
  const rows = await runtime.database
    .select({
      sid: sessions.sid,
      sess: sessions.sess,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(isSignedIn(userId))
    .orderBy(desc(sessions.lastSeenAt), asc(sessions.sid));
  return rows.map(({ sess, ...row }) => {
    const { deviceName, ipAddress } = sess as StoredSession;
    return { ...row, deviceName, ipAddress };
  });
}

/** Ends the session whose id begins so; null when this user has none. */
export async function endSessionOf(
  tx: Transaction,
  userId: number,
  idStart: string,
): Promise<string | null> {
  const [ended] = await tx
    .delete(sessions)
    .where(and(isSignedIn(userId), like(sessions.sid, `${idStart}%`)))
    .returning({ sid: sessions.sid });
  return ended?.sid ?? null;
}

function isSignedIn(userId: number) {
  return and(
    eq(sessions.userId, userId),
    sql`${sessions.expire} > now()`,
    sql`${sessions.sess}->>'state' = 'signedIn'`,
  );
}

async function endOldest(tx: Transaction, userId: number): Promise<void> {
  const living = await tx
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), sql`${sessions.expire} > now()`))
    .orderBy(asc(sessions.createdAt));
  const surplus = living
    .slice(0, Math.max(0, living.length - MOST_SESSIONS_PER_USER))
    .map((row) => row.sid);
  if (surplus.length > 0) await tx.delete(sessions).where(inArray(sessions.sid, surplus));
}

function firstExpiry() {
  const { idle, absolute } = lifetimes();
  return sql`now() + least(${idle}::interval, ${absolute}::interval)`;
}

function lifetimes(): { idle: string; absolute: string } {
  const { idleMinutes, hours } = runtime.config.session;
  return { idle: `${idleMinutes} minutes`, absolute: `${hours} hours` };
}
