/**
 * Seals of links and addresses that carry what they are for, so that nobody has to keep it: the first bytes of a keyed
 * hash. Each purpose has a key of its own; a new SECRET_KEY ends them all.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { keyFor, type Sealing } from "#server/core/secrets.ts";

/** `length` in bytes: what guesses may cost. */
export type Seal = { purpose: Sealing; length: number };

export function sealOf({ purpose, length }: Seal, content: string | Buffer): Buffer {
  return createHmac("sha256", keyFor(purpose)).update(content).digest().subarray(0, length);
}

/** Takes as long for any seal of the right length, so that none is found byte by byte. */
export function isSealed(seal: Seal, content: string | Buffer, given: Buffer): boolean {
  return given.length === seal.length && timingSafeEqual(given, sealOf(seal, content));
}
