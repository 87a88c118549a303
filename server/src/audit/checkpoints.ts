/**
 * Signed notes of how far the chain was and what its last hash was, kept outside the database: whoever rewrites the
 * chain from its beginning, or cuts off its end, contradicts them (security.md 5.7).
 */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { desc } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { keyFor } from "#server/core/secrets.ts";
import { auditChain } from "#server/database/tables/audit-chain.ts";

export type Checkpoint = { seq: number; hash: string; at: string };
export type CheckpointLine = { line: number; checkpoint: Checkpoint | null };

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** File and signed text keep the word of the first version: what it has signed must stay verifiable. */
export function checkpointFile(): string {
  return join(runtime.config.dataDirectory, "audit-anchors.log");
}

/** Answers null when the chain has not grown since the last checkpoint. */
export async function writeCheckpoint(): Promise<Checkpoint | null> {
  const [head] = await runtime.database
    .select()
    .from(auditChain)
    .orderBy(desc(auditChain.seq))
    .limit(1);
  if (!head || (await readCheckpoints()).some(({ checkpoint }) => checkpoint?.seq === head.seq))
    return null;
  const checkpoint = {
    seq: head.seq,
    hash: head.hash.toString("hex"),
    at: runtime.clock.now().toISOString(),
  };
  const handle = await open(checkpointFile(), "a", 0o600);
  try {
    await handle.write(`${signedLine(checkpoint)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return checkpoint;
}

/** Every line of the file; null for one whose signature is not ours. */
export async function readCheckpoints(): Promise<CheckpointLine[]> {
  const key = createPublicKey(signingKey());
  const lines = await readCheckpointLines();
  return lines.map((line, index) => ({
    line: index + 1,
    checkpoint: verifiedCheckpoint(line, key),
  }));
}

/** Only the last one is verified: a file of years has thousands. Null when there is none, or when it is not ours. */
export async function readLastCheckpoint(): Promise<Checkpoint | null> {
  const last = (await readCheckpointLines()).at(-1);
  return last === undefined ? null : verifiedCheckpoint(last, createPublicKey(signingKey()));
}

/** As they stand in the file, ours or not. */
export async function readCheckpointLines(): Promise<string[]> {
  const text = await readFile(checkpointFile(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").filter((line) => line !== "");
}

/** What whoever has no secret of ours checks the signatures with. */
export function publicKeyText(): string {
  return createPublicKey(signingKey()).export({ type: "spki", format: "der" }).toString("base64");
}

export function signedLine(checkpoint: Checkpoint): string {
  const signature = sign(null, signedText(checkpoint), signingKey()).toString("base64");
  return JSON.stringify({ ...checkpoint, signature });
}

/** Null for a line that this key has not signed. */
export function verifiedCheckpoint(line: string, key: KeyObject): Checkpoint | null {
  try {
    const { signature, ...checkpoint } = JSON.parse(line) as Checkpoint & { signature: string };
    const isOurs = verify(null, signedText(checkpoint), key, Buffer.from(signature, "base64"));
    return isOurs ? checkpoint : null;
  } catch {
    return null;
  }
}

function signedText({ seq, hash, at }: Checkpoint): Buffer {
  return Buffer.from(`audit anchor ${seq} ${hash} ${at}`);
}

function signingKey(): KeyObject {
  const key = Buffer.concat([PKCS8_PREFIX, keyFor("audit")]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}
