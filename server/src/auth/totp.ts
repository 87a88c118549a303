/** The codes of an authenticator app (RFC 6238): six digits of HMAC-SHA1 over the number of the half minute. */
import { createHmac } from "node:crypto";
import { CODE_LENGTH } from "contract/session";
import { isSameSecret } from "#server/core/secrets.ts";

export const TOTP_SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The current code and the one before: typing takes time. */
export const STEPS_TAKEN = 2;

export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / STEP_SECONDS);
}

export function totpCode(secret: Buffer, step: number, digits: number = CODE_LENGTH): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step this code belongs to; null when it is of no step that is taken now. */
export function matchingStep(secret: Buffer, code: string, now: Date): number | null {
  const current = stepAt(now);
  const steps = Array.from({ length: STEPS_TAKEN }, (_, back) => current - back);
  return steps.find((step) => isSameSecret(totpCode(secret, step), code)) ?? null;
}

/** Base32 as apps read it (RFC 4648). */
export function base32Of(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** What the QR code says to the app. */
export function totpUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${base32Of(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${CODE_LENGTH}&period=${STEP_SECONDS}`;
}
