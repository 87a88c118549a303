/**
 * A pressed button counts once (security.md 6.3): a creating call with an Idempotency-Key is carried out the first
 * time and answered from memory afterwards, for a day. The automation's answers are kept a week (6.2).
 *
 * A key goes through three states. Claimed: `status` is null. Carried out: `status` is 0, written by the very
 * transaction that creates, so a portal that dies afterwards leaves a key that never creates again. Answered: `status`
 * and `answer` are those of the first call, written by that transaction too where it knows them.
 */
import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { EndpointShape } from "contract/endpoint";
import { callerOf } from "#server/core/actor.ts";
import { AppError, badRequest } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Transaction } from "#server/database/connection.ts";
import { idempotencyKeys } from "#server/database/tables/idempotency-keys.ts";
import { markFirstCommit } from "#server/database/transaction.ts";
import type { ReceivedFile } from "#server/files/stored.ts";
import type { Outcome } from "./answers.ts";

type Ask = {
  request: FastifyRequest;
  endpoint: EndpointShape;
  input: { query: unknown; body: unknown; files: ReceivedFile[] };
  /** What is answered to the result of a handler. */
  outcomeOf: (result: unknown) => Outcome;
};

const MOST_KEY_LENGTH = 200;
/** A first try that never came to an end (the process died) stops blocking the key. */
const ABANDONED_AFTER = "2 minutes";
/** The effect is there; what was answered, if anything, is not known. */
const CARRIED_OUT = 0;

export async function answerOnce(ask: Ask, work: () => Promise<unknown>): Promise<Outcome> {
  const key = ask.request.headers["idempotency-key"];
  const scope = callerOf(ask.request.actor);
  if (ask.endpoint.method !== "POST" || key === undefined || scope === null)
    return ask.outcomeOf(await work());
  // Recovery codes must not lie about for a day, nor a quick hash of a body that is a password.
  if (ask.endpoint.secret) return ask.outcomeOf(await work());
  if (typeof key !== "string" || key.length === 0 || key.length > MOST_KEY_LENGTH)
    throw badRequest("Invalid Idempotency-Key");
  const claim = { scope, route: routeOf(ask.request), key, bodyHash: hashOf(ask.input) };
  const claimed = await claimKey(claim);
  if ("outcome" in claimed) return claimed.outcome;
  const { id } = claimed;
  let foreseen: Foreseen | null = null;
  try {
    const result = await markFirstCommit((tx, answer) => {
      foreseen = foresee(ask, answer);
      return markCarriedOut(tx, id, foreseen?.outcome);
    }, work);
    return answerGiven(foreseen, result) ?? (await remember(id, ask.outcomeOf(result)));
  } catch (error) {
    // Nothing has happened, so the key is free again; once something has, it stays.
    await runtime.database
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)));
    throw error;
  }
}

type Foreseen = { result: object; outcome: Outcome };

/** Mostly what the transaction has answered is what the caller gets; then it is kept by the transaction itself. */
function foresee(ask: Ask, result: unknown): Foreseen | null {
  if (typeof result !== "object" || result === null) return null;
  try {
    return { result, outcome: ask.outcomeOf(result) };
  } catch {
    return null;
  }
}

function answerGiven(foreseen: Foreseen | null, result: unknown): Outcome | null {
  return foreseen !== null && foreseen.result === result ? foreseen.outcome : null;
}

async function remember(id: number, outcome: Outcome): Promise<Outcome> {
  await runtime.database
    .update(idempotencyKeys)
    .set({ status: outcome.status, answer: outcome.body })
    .where(eq(idempotencyKeys.id, id));
  return outcome;
}

/** A try so slow that it counts as abandoned has lost its key to another: its transaction is rolled back. */
async function markCarriedOut(
  tx: Transaction,
  id: number,
  outcome: Outcome = { status: CARRIED_OUT, body: null },
): Promise<void> {
  const marked = await tx
    .update(idempotencyKeys)
    .set({ status: outcome.status, answer: outcome.body })
    .where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)))
    .returning({ id: idempotencyKeys.id });
  if (marked.length === 0) throw repeated(409, "The same request is being carried out already");
}

type Claim = { scope: string; route: string; key: string; bodyHash: string };

type KeyRow = Pick<typeof idempotencyKeys.$inferSelect, "id" | "bodyHash" | "status" | "answer"> & {
  isClaimed: boolean;
};

/**
 * Nobody waits for the disk: what is carried out under the claim is written after it, so that a database that comes
 * back from a crash has both or the claim alone or neither.
 */
const CLAIM = `
  with hurried as (
    select set_config('synchronous_commit', 'off', true)
  ), claimed as (
    insert into idempotency_keys (scope, route, key, body_hash) select $1, $2, $3, $4 from hurried
    on conflict (scope, route, key) do update
      set id = default, body_hash = excluded.body_hash, status = null, answer = null, created_at = now()
      where idempotency_keys.created_at < now() - $5::interval
        or (idempotency_keys.status is null
          and idempotency_keys.created_at < now() - interval '${ABANDONED_AFTER}')
    returning id
  )
  select id, true as "isClaimed", null as "bodyHash", null::integer as status, null::jsonb as answer
  from claimed
  union all
  select id, false, body_hash, status, answer from idempotency_keys
  where scope = $1 and route = $2 and key = $3 and not exists (select from claimed)`;

/**
 * Either the key is ours now, or the answer was given before. One that is too old to count is taken over under a new
 * number, so that whoever still works under the old one can no longer mark it.
 */
async function claimKey(claim: Claim): Promise<{ id: number } | { outcome: Outcome }> {
  const keptFor = claim.scope.startsWith("key:") ? "7 days" : "1 day";
  const { scope, route, key, bodyHash } = claim;
  const { rows } = await runtime.pool.query<KeyRow>(CLAIM, [scope, route, key, bodyHash, keptFor]);
  const [row] = rows;
  if (row?.isClaimed) return { id: row.id };
  if (row && row.bodyHash !== claim.bodyHash) {
    throw repeated(422, "This Idempotency-Key was used for another request");
  }
  if (!row || row.status === null) {
    throw repeated(409, "The same request is being carried out already");
  }
  if (row.status === CARRIED_OUT) {
    throw repeated(409, "This has been saved already. Please reload the page to see it.");
  }
  return { outcome: { status: row.status, body: row.answer } };
}

function repeated(status: 409 | 422, message: string): AppError {
  return new AppError({ status, code: "request.repeated", message });
}

function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.url.split("?", 1)[0]}`;
}

function hashOf(input: Ask["input"]): string {
  const files = input.files.map((file) => [file.originalName, file.digest]);
  return createHash("sha256")
    .update(JSON.stringify([input.query ?? null, input.body ?? null, files]))
    .digest("hex");
}
