/** argon2id of node:crypto: who may use it at the same time, and the PHC string it is stored as (security.md 4.9). */
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import pLimit from "p-limit";
import { unavailable } from "#server/core/errors.ts";

export type Argon2Cost = {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
};

export type Argon2Hash = { readonly cost: Argon2Cost; readonly salt: Buffer; readonly tag: Buffer };

/** What is mixed in besides the salt: a server secret, and what the hash belongs to. */
export type Argon2Binding = { secret: Buffer; associatedData?: Buffer };

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** The secret's number, for the day there is a second one. */
const SECRET_NUMBER = 1;
const hash = promisify(argon2);
/** A flood of sign-ins must not take the memory of everything else (asvs 114). */
const atOnce = pLimit(4);
const MOST_WAITING = 50;

export async function hashWithArgon2(
  text: string,
  cost: Argon2Cost,
  binding: Argon2Binding,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(text, { cost, salt }, binding);
  return formatHash({ cost, salt, tag });
}

export async function matchesArgon2(
  text: string,
  stored: Argon2Hash,
  binding: Argon2Binding,
): Promise<boolean> {
  const tag = await derive(text, stored, binding);
  return tag.length === stored.tag.length && timingSafeEqual(tag, stored.tag);
}

/** A hash that nothing matches and that costs as much as a real one. */
export function impossibleHash(cost: Argon2Cost): Argon2Hash {
  return { cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
}

/** Null: not a hash of ours. */
export function parseHash(stored: string): Argon2Hash | null {
  const match =
    /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2}),keyid=\d\$([\w+/]+)\$([\w+/]+)$/.exec(
      stored,
    );
  if (!match) return null;
  const [, memory, passes, lanes, salt = "", tag = ""] = match;
  return {
    cost: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
}

function formatHash({ cost, salt, tag }: Argon2Hash): string {
  const parameters = `m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes},keyid=${SECRET_NUMBER}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

async function derive(
  text: string,
  { cost, salt }: Pick<Argon2Hash, "cost" | "salt">,
  binding: Argon2Binding,
): Promise<Buffer> {
  if (atOnce.pendingCount >= MOST_WAITING) throw unavailable();
  const parameters = {
    message: text,
    nonce: salt,
    parallelism: cost.lanes,
    tagLength: TAG_BYTES,
    memory: cost.memoryKib,
    passes: cost.passes,
    secret: binding.secret,
    ...(binding.associatedData ? { associatedData: binding.associatedData } : {}),
  };
  return atOnce(hash, "argon2id", parameters);
}
