/**
 * Browsers that sign in without a code (security.md 4.4): trusted when the hash in their storage and the cookie that
 * no script can read both match. A missing or altered half merely asks for a code.
 */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { createToken, keyedHash } from "#server/core/secrets.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { users } from "#server/database/tables/users.ts";
import type { Browser } from "./browser.ts";

export const TRUST_IDLE_DAYS = 30;
const TRUST_DAYS = 90;

/** Still trusted: used within 30 days, and first used at most 90 days ago. */
const isLiving = sql`(${trustedDevices.lastUsed} > now() - ${`${TRUST_IDLE_DAYS} days`}::interval
  and ${trustedDevices.firstUsedAt} > now() - ${`${TRUST_DAYS} days`}::interval)`;

export function fingerprintOfDevice(deviceHash: string): string {
  return keyedHash("device", `hash:${deviceHash}`);
}

export function hashOfDeviceCookie(cookie: string): string {
  return keyedHash("device", `cookie:${cookie}`);
}

/** Counts as a use of the device when it is trusted. */
export async function isTrusted(
  tx: Transaction,
  userId: number,
  browser: Browser,
): Promise<boolean> {
  if (browser.deviceHash === null || browser.deviceCookie === null) return false;
  const touched = await tx
    .update(trustedDevices)
    .set({ lastUsed: sql`now()`, ipAddress: browser.ipAddress })
    .where(
      and(
        eq(trustedDevices.userId, userId),
        eq(trustedDevices.fingerprint, fingerprintOfDevice(browser.deviceHash)),
        eq(trustedDevices.cookieHash, hashOfDeviceCookie(browser.deviceCookie)),
        isLiving,
      ),
    )
    .returning({ id: trustedDevices.id });
  return touched.length > 0;
}

/** Whether the cookie was given to a browser of this person: such a browser cannot be locked out by strangers. */
export async function isKnownBrowser(email: string, browser: Browser): Promise<boolean> {
  if (browser.deviceCookie === null) return false;
  const [row] = await runtime.database
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .innerJoin(users, eq(users.id, trustedDevices.userId))
    .where(
      and(
        sql`lower(${users.email}) = ${email}`,
        eq(trustedDevices.cookieHash, hashOfDeviceCookie(browser.deviceCookie)),
        isLiving,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * Answers the cookie the browser has to keep. A browser that others sign in with keeps the cookie it was given
 * before, because a new one would end their trust.
 */
export async function trustDevice(
  tx: Transaction,
  device: { userId: number; deviceHash: string; browser: Browser },
): Promise<string> {
  const { browser, userId } = device;
  const cookie = (await keptCookie(tx, browser)) ?? createToken();
  const values = {
    cookieHash: hashOfDeviceCookie(cookie),
    deviceName: browser.deviceName,
    userAgent: browser.userAgent,
    ipAddress: browser.ipAddress,
  };
  await tx
    .insert(trustedDevices)
    .values({ userId, fingerprint: fingerprintOfDevice(device.deviceHash), ...values })
    .onConflictDoUpdate({
      target: [trustedDevices.userId, trustedDevices.fingerprint],
      set: { ...values, firstUsedAt: sql`now()`, lastUsed: sql`now()` },
    });
  return cookie;
}

export async function forgetDevicesOf(
  tx: Transaction,
  userId: number,
  options: { exceptCookie?: string | null } = {},
): Promise<void> {
  const kept = options.exceptCookie ? hashOfDeviceCookie(options.exceptCookie) : null;
  await tx
    .delete(trustedDevices)
    .where(
      and(
        eq(trustedDevices.userId, userId),
        kept === null ? undefined : ne(trustedDevices.cookieHash, kept),
      ),
    );
}

export type OwnDevice = Pick<
  typeof trustedDevices.$inferSelect,
  "id" | "deviceName" | "ipAddress" | "lastUsed" | "cookieHash"
>;

export async function listDevicesOf(userId: number): Promise<OwnDevice[]> {
  return runtime.database
    .select({
      id: trustedDevices.id,
      deviceName: trustedDevices.deviceName,
      ipAddress: trustedDevices.ipAddress,
      lastUsed: trustedDevices.lastUsed,
      cookieHash: trustedDevices.cookieHash,
    })
    .from(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), isLiving))
    .orderBy(desc(trustedDevices.lastUsed), desc(trustedDevices.id));
}

/** False when this user has no such device. */
export async function forgetDevice(
  tx: Transaction,
  userId: number,
  deviceId: number,
): Promise<boolean> {
  const forgotten = await tx
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), eq(trustedDevices.id, deviceId)))
    .returning({ id: trustedDevices.id });
  return forgotten.length > 0;
}

async function keptCookie(executor: Executor, browser: Browser): Promise<string | null> {
  if (browser.deviceCookie === null) return null;
  const [row] = await executor
    .select({ id: trustedDevices.id })
    .from(trustedDevices)
    .where(and(eq(trustedDevices.cookieHash, hashOfDeviceCookie(browser.deviceCookie)), isLiving))
    .limit(1);
  return row === undefined ? null : browser.deviceCookie;
}
