/** Short texts that only this installation can read, for what must wait in the database (AES-256-GCM). */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { keyFor } from "./secrets.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type SealUse = {
  readonly purpose: "mail" | "totp" | "import";
  /** Whose it is: moved to somebody else's row it cannot be opened. */
  readonly owner?: string;
};

const forMails: SealUse = { purpose: "mail" };

export function seal(text: string, { purpose, owner = "" }: SealUse = forMails): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce);
  cipher.setAAD(Buffer.from(owner));
  const content = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString("base64");
}

export function unseal(sealed: string, { purpose, owner = "" }: SealUse = forMails): string {
  const bytes = Buffer.from(sealed, "base64");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), nonce);
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const content = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(content), decipher.final()]).toString("utf8");
}
