/**
 * Short texts under the key of their case: with that key gone, every copy of them is noise. Each is bound to its place,
 * so that it does not open in another row.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = "aes-256-gcm";

export function sealUnder(caseKey: Buffer, text: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, caseKey, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** Throws for another key, another place and changed bytes. */
export function openUnder(caseKey: Buffer, sealed: Buffer, place: string): string {
  const decipher = createDecipheriv(ALGORITHM, caseKey, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}
