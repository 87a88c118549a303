/**
 * A pressed button counts once (security.md 6.3): a creating call with an Idempotency-Key is carried out the first
 * time and answered from memory afterwards, for a day. The automation's answers are kept a week (6.2).
 *
 * A key goes through three states. Claimed: `status` is null. Carried out: `status` is 0, written by the very
 * transaction that creates, so a portal that dies afterwards leaves a key that never creates again. Answered: `status`
 * and `answer` are those of the first call.
 */
import { createHash } from "node:crypto";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
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
};

const MOST_KEY_LENGTH = 200;
/** A first try that never came to an end (the process died) stops blocking the key. */
const ABANDONED_AFTER = "2 minutes";
/** The effect is there; what was answered, if anything, is not known. */
const CARRIED_OUT = 0;

export async function answerOnce(ask: Ask, work: () => Promise<Outcome>): Promise<Outcome> {
  const key = ask.request.headers["idempotency-key"];
  const scope = callerOf(ask.request.actor);
  if (ask.endpoint.method !== "POST" || key === undefined || scope === null) return work();
  // Recovery codes must not lie about for a day, nor a quick hash of a body that is a password.
  if (ask.endpoint.secret) return work();
  if (typeof key !== "string" || key.length === 0 || key.length > MOST_KEY_LENGTH)
    throw badRequest("Invalid Idempotency-Key");
  const claim = { scope, route: routeOf(ask.request), key, bodyHash: hashOf(ask.input) };
  const claimed = await claimKey(claim);
  if ("outcome" in claimed) return claimed.outcome;
  const { id } = claimed;
  try {
    const outcome = await markFirstCommit((tx) => markCarriedOut(tx, id), work);
    await runtime.database
      .update(idempotencyKeys)
      .set({ status: outcome.status, answer: outcome.body })
      .where(eq(idempotencyKeys.id, id));
    return outcome;
  } catch (error) {
    // Nothing has happened, so the key is free again; once something has, it stays.
    await runtime.database
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)));
    throw error;
  }
}

/** A try that was slow enough to count as abandoned has lost its key: then its effect is taken back. */
async function markCarriedOut(tx: Transaction, id: number): Promise<void> {
  const marked = await tx
    .update(idempotencyKeys)
    .set({ status: CARRIED_OUT })
    .where(and(eq(idempotencyKeys.id, id), isNull(idempotencyKeys.status)))
    .returning({ id: idempotencyKeys.id });
  if (marked.length === 0) throw repeated(409, "The same request is being carried out already");
}

type Claim = { scope: string; route: string; key: string; bodyHash: string };

/** Either the key is ours now, or the answer was given before. */
async function claimKey(claim: Claim): Promise<{ id: number } | { outcome: Outcome }> {
  await runtime.database
    .delete(idempotencyKeys)
    .where(
      and(
        isClaim(claim),
        or(
          lt(
            idempotencyKeys.createdAt,
            sql`now() - ${claim.scope.startsWith("key:") ? "7 days" : "1 day"}::interval`,
          ),
          and(
            isNull(idempotencyKeys.status),
            lt(idempotencyKeys.createdAt, sql`now() - ${ABANDONED_AFTER}::interval`),
          ),
        ),
      ),
    );
  const [claimed] = await runtime.database
    .insert(idempotencyKeys)
    .values(claim)
    .onConflictDoNothing()
    .returning({ id: idempotencyKeys.id });
  if (claimed) return claimed;
  const [earlier] = await runtime.database.select().from(idempotencyKeys).where(isClaim(claim));
  if (earlier && earlier.bodyHash !== claim.bodyHash) {
    throw repeated(422, "This Idempotency-Key was used for another request");
  }
  if (!earlier || earlier.status === null) {
    throw repeated(409, "The same request is being carried out already");
  }
  if (earlier.status === CARRIED_OUT) {
    throw repeated(409, "This has been saved already. Please reload the page to see it.");
  }
  return { outcome: { status: earlier.status, body: earlier.answer } };
}

function repeated(status: 409 | 422, message: string): AppError {
  return new AppError({ status, code: "request.repeated", message });
}

function isClaim(claim: Claim) {
  return and(
    eq(idempotencyKeys.scope, claim.scope),
    eq(idempotencyKeys.route, claim.route),
    eq(idempotencyKeys.key, claim.key),
  );
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
