/** Random tokens, their stored fingerprints, and keys derived from the one secret of the installation. */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { runtime } from "./runtime.ts";

/** 256 random bits as 43 characters that fit a cookie, a URL and a header. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a token: a copy of the database opens nothing (asvs 82). */
export function fingerprintOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

type Purpose =
  | "csrf"
  | "device"
  | "code"
  | "password"
  | "mail"
  | "audit"
  | "totp"
  | "recovery"
  | "passkey"
  | "passport"
  | "import"
  | Sealing;

/** What a link or an address carries its own proof for (auth/signed-token.ts). */
export type Sealing = "unsubscribe" | "reply" | "bounce";

const derivedKeys = new WeakMap<Buffer, Map<Purpose, Buffer>>();

/** One key per purpose, so that a value made for one can never be used for another. */
export function keyFor(purpose: Purpose): Buffer {
  const secret = runtime.config.secretKey;
  const known = derivedKeys.get(secret) ?? new Map<Purpose, Buffer>();
  derivedKeys.set(secret, known);
  const existing = known.get(purpose);
  if (existing) return existing;
  const derived = Buffer.from(hkdfSync("sha256", secret, Buffer.alloc(0), `portal:${purpose}`, 32));
  known.set(purpose, derived);
  return derived;
}

export function keyedHash(purpose: Purpose, text: string): string {
  return createHmac("sha256", keyFor(purpose)).update(text).digest("hex");
}

/** Compares without telling by its duration how much was right. */
export function isSameSecret(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
