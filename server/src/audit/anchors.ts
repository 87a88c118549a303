/**
 * Signed notes of how far the chain was and what its last hash was, kept outside the database: whoever rewrites the
 * chain from its beginning, or cuts off its end, contradicts them (security.md 5.7).
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { keyFor } from "#server/auth/secrets.ts";
import { auditChain } from "#server/database/tables/audit-chain.ts";
import { runtime } from "#server/runtime.ts";

export type Anchor = { seq: number; hash: string; at: string };
export type AnchorLine = { line: number; anchor: Anchor | null };

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export function anchorFile(): string {
  return join(runtime.config.dataDirectory, "audit-anchors.log");
}

/** Answers null when the chain has not grown since the last anchor. */
export async function writeAnchor(): Promise<Anchor | null> {
  const [head] = await runtime.database
    .select()
    .from(auditChain)
    .orderBy(desc(auditChain.seq))
    .limit(1);
  if (!head || (await readAnchors()).some(({ anchor }) => anchor?.seq === head.seq)) return null;
  const anchor = {
    seq: head.seq,
    hash: head.hash.toString("hex"),
    at: runtime.clock.now().toISOString(),
  };
  const handle = await open(anchorFile(), "a", 0o600);
  try {
    await handle.write(`${signedLine(anchor)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return anchor;
}

/** Every line of the file; null for one whose signature is not ours. */
export async function readAnchors(): Promise<AnchorLine[]> {
  const key = createPublicKey(signingKey());
  const lines = await readAnchorLines();
  return lines.map((line, index) => ({ line: index + 1, anchor: verifiedAnchor(line, key) }));
}

/** Only the last one is verified: a file of years has thousands. Null when there is none, or when it is not ours. */
export async function readLastAnchor(): Promise<Anchor | null> {
  const last = (await readAnchorLines()).at(-1);
  return last === undefined ? null : verifiedAnchor(last, createPublicKey(signingKey()));
}

/** As they stand in the file, ours or not. */
export async function readAnchorLines(): Promise<string[]> {
  const text = await readFile(anchorFile(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").filter((line) => line !== "");
}

/** What whoever has no secret of ours checks the signatures with. */
export function publicKeyText(): string {
  return createPublicKey(signingKey()).export({ type: "spki", format: "der" }).toString("base64");
}

export function signedLine(anchor: Anchor): string {
  const signature = sign(null, signedText(anchor), signingKey()).toString("base64");
  return JSON.stringify({ ...anchor, signature });
}

/** Null for a line that this key has not signed. */
export function verifiedAnchor(line: string, key: KeyObject): Anchor | null {
  try {
    const { signature, ...anchor } = JSON.parse(line) as Anchor & { signature: string };
    const isOurs = verify(null, signedText(anchor), key, Buffer.from(signature, "base64"));
    return isOurs ? anchor : null;
  } catch {
    return null;
  }
}

function signedText({ seq, hash, at }: Anchor): Buffer {
  return Buffer.from(`audit anchor ${seq} ${hash} ${at}`);
}

function signingKey(): KeyObject {
  const key = Buffer.concat([PKCS8_PREFIX, keyFor("audit")]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}
