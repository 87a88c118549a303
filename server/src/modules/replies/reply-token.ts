/**
 * What stands behind the plus sign of an address of ours: who may answer about which case, or which mail has failed.
 * Nothing of it is kept; a new SECRET_KEY ends all of them.
 */
import { isSealed, type Seal, sealOf } from "#server/auth/signed-token.ts";
import { fromBase32, toBase32 } from "./base32.ts";

/** Days since 1 January 2024. */
export type ReplyToken = { userId: number; caseId: number; day: number };

export const BOUNCE_TOKEN_LENGTH = 24;
const VALID_DAYS = 60;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2024, 0, 1);

/** What stands in front of the seal, and the seal. */
type Layout = { version: number; bytes: number; seal: Seal };
const REPLY: Layout = { version: 1, bytes: 11, seal: { purpose: "reply", length: 10 } };
const BOUNCE: Layout = { version: 2, bytes: 5, seal: { purpose: "bounce", length: 10 } };

export function writeReplyToken({ userId, caseId }: Omit<ReplyToken, "day">, now: Date): string {
  const content = Buffer.alloc(REPLY.bytes);
  content.writeUInt8(REPLY.version);
  content.writeUInt32BE(userId, 1);
  content.writeUInt32BE(caseId, 5);
  content.writeUInt16BE(dayOf(now), 9);
  return sealed(content, REPLY);
}

/** Null: not written by us. */
export function readReplyToken(text: string): ReplyToken | null {
  const content = opened(text, REPLY);
  return (
    content && {
      userId: content.readUInt32BE(1),
      caseId: content.readUInt32BE(5),
      day: content.readUInt16BE(9),
    }
  );
}

export function isExpired({ day }: ReplyToken, arrivedAt: Date): boolean {
  return dayOf(arrivedAt) > day + VALID_DAYS;
}

export function writeBounceToken(mailId: number): string {
  const content = Buffer.alloc(BOUNCE.bytes);
  content.writeUInt8(BOUNCE.version);
  content.writeUInt32BE(mailId, 1);
  return sealed(content, BOUNCE);
}

/** The number of the mail that has failed; null: not written by us. */
export function readBounceToken(text: string): number | null {
  return opened(text, BOUNCE)?.readUInt32BE(1) ?? null;
}

function dayOf(moment: Date): number {
  return Math.floor((moment.getTime() - FIRST_DAY) / DAY_MS);
}

function sealed(content: Buffer, { seal }: Layout): string {
  return toBase32(Buffer.concat([content, sealOf(seal, content)]));
}

function opened(text: string, { version, bytes, seal }: Layout): Buffer | null {
  const token = fromBase32(text);
  if (token === null || token.length !== bytes + seal.length || token[0] !== version) return null;
  const content = token.subarray(0, bytes);
  return isSealed(seal, content, token.subarray(bytes)) ? content : null;
}
