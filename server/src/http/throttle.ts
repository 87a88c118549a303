/**
 * How many calls anybody may make (security.md 4.3). The limits of costly calls live in the database; the wide general
 * one is counted in memory, because a statement per call would cost more than the call.
 */
import type { FastifyRequest } from "fastify";
import type { Budget, EndpointShape } from "contract/endpoint";
import { networkOf } from "#server/auth/client-address.ts";
import { TOO_MANY_REQUESTS } from "#server/auth/throttles.ts";
import { callerOf } from "#server/core/actor.ts";
import { tooManyRequests } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { type Limit, look, type Spending, spend } from "#server/database/token-buckets.ts";
import { alertAdmins } from "#server/mail/alerts.ts";

const MINUTE_MS = 60_000;
const CALLS_BY_SESSION = 1200;
const CALLS_BY_TOKEN = 600;
const CALLS_BY_ADDRESS = 6000;
const FAILED_TOKENS_BY_ADDRESS = 10;

const tokenTries: Limit = { most: 10, seconds: 3600 };
const badTokensByAddress: Limit = { most: 30, seconds: 3600 };
const uploadedFiles: Limit = { most: 60, seconds: 600 };
const uploadedKibibytes: Limit = { most: 1024 * 1024, seconds: 86_400 };
const policyReports: Limit = { most: 10, seconds: 60 };
const comments: Limit = { most: 60, seconds: 60 };
const searches: Limit = { most: 240, seconds: 60 };
const dossiers: Limit = { most: 20, seconds: 3600 };

/** Throws 429 when this call is one too many. */
export async function spendBudget(request: FastifyRequest, endpoint: EndpointShape): Promise<void> {
  if (!runtime.config.rateLimits) return;
  countCall(request);
  if (endpoint.budget) await spenders[endpoint.budget](request);
}

/** Each link has its own few tries; one in a body is known only after the body was read. */
export async function spendTokenTry(token: string): Promise<void> {
  if (!runtime.config.rateLimits) return;
  refuseWhenOver(await spend(`token:${fingerprintOf(token)}`, tokenTries));
}

/** A guess: an address may make only so many, while an office may register all its people in one morning. */
export async function countBadToken(request: FastifyRequest): Promise<void> {
  if (runtime.config.rateLimits) await spend(badTokensOf(request), badTokensByAddress);
}

/** What an upload costs is counted while it comes in, since only an announced length is known before. */
export type UploadMeter = {
  /** Before anything of a file is read. */
  countFile(): Promise<void>;
  countBytes(bytes: number): Promise<void>;
};

/** Null where nothing is counted. */
export function meterUpload(request: FastifyRequest, endpoint: EndpointShape): UploadMeter | null {
  const caller = callerOf(request.actor);
  if (!runtime.config.rateLimits || caller === null || endpoint.files?.isUncounted) return null;
  // The first file of a call that is an upload was counted when the call began.
  let isCounted = endpoint.budget === "uploads";
  return {
    async countFile() {
      if (!isCounted) refuseWhenOver(await spend(`uploads:${caller}`, uploadedFiles));
      isCounted = false;
    },
    async countBytes(bytes) {
      const kibibytes = Math.ceil(bytes / 1024);
      refuseWhenOver(await spend(`upload-size:${caller}`, uploadedKibibytes, kibibytes));
    },
  };
}

type Spender = (request: FastifyRequest) => Promise<void>;

const spenders: Record<Budget, Spender> = {
  tokens: async (request) => {
    refuseWhenOver(await look(badTokensOf(request), badTokensByAddress));
    const { token } = (request.params ?? {}) as { token?: unknown };
    if (typeof token === "string") await spendTokenTry(token);
  },
  uploads: async (request) => {
    const caller = callerOf(request.actor);
    if (caller === null) return;
    refuseWhenOver(await spend(`uploads:${caller}`, uploadedFiles));
    // Whoever announces too much need not send it.
    const kibibytes = Math.ceil(Number(request.headers["content-length"] ?? 0) / 1024);
    const most = uploadedKibibytes.most - kibibytes + 1;
    refuseWhenOver(await look(`upload-size:${caller}`, { ...uploadedKibibytes, most }));
  },
  comments: async (request) => {
    const caller = callerOf(request.actor);
    if (caller !== null) refuseWhenOver(await spend(`comments:${caller}`, comments));
  },
  search: async (request) => {
    const caller = callerOf(request.actor);
    if (caller !== null) refuseWhenOver(await spend(`search:${caller}`, searches));
  },
  dossiers: async (request) => {
    const caller = callerOf(request.actor);
    if (caller !== null) refuseWhenOver(await spend(`dossiers:${caller}`, dossiers));
  },
  policyReports: async (request) => {
    refuseWhenOver(await spend(`policy-reports:${networkOf(request.ip)}`, policyReports));
  },
  downloads: async (request) => spendReading(request, "downloads"),
  archives: async (request) => spendReading(request, "archives"),
};

const readings = {
  downloads: { most: 300, seconds: 600 },
  archives: { most: 10, seconds: 600 },
} as const;

/** Somebody who takes files along by the hundred is refused, and the admins hear of it. */
async function spendReading(request: FastifyRequest, kind: keyof typeof readings): Promise<void> {
  const caller = callerOf(request.actor);
  if (caller === null) return;
  const limit = readings[kind];
  const spending = await spend(`${kind}:${caller}`, limit);
  if (spending.count === limit.most + 1 && request.actor.kind === "user") {
    await alertAdmins({
      kind: "downloads.exceeded",
      userId: request.actor.id,
      sentence: `${request.actor.name} has reached the limit of ${limit.most} ${kind} in ten minutes.`,
    });
  }
  refuseWhenOver(spending);
}

function badTokensOf(request: FastifyRequest): string {
  return `bad-tokens:${networkOf(request.ip)}`;
}

function refuseWhenOver(spending: Spending): void {
  if (spending.isOver) throw tooManyRequests(TOO_MANY_REQUESTS, spending.secondsLeft);
}

const calls = new Map<string, number>();
let minute = 0;

/**
 * Throws 429 when this address has shown too many wrong tokens in this minute; never switched off. A right one is never
 * kept out: of 256 bits nobody guesses one, and in the same office other programs go on.
 */
export function countWrongToken(request: FastifyRequest): void {
  const secondsLeft = beginCount();
  if (count(`wrong-token:${networkOf(request.ip)}`) > FAILED_TOKENS_BY_ADDRESS) {
    throw tooManyRequests(TOO_MANY_REQUESTS, secondsLeft);
  }
}

/** Answers how many seconds this minute has left. */
function beginCount(): number {
  const now = runtime.clock.now().getTime();
  const current = Math.floor(now / MINUTE_MS);
  if (current !== minute) {
    calls.clear();
    minute = current;
  }
  return ((current + 1) * MINUTE_MS - now) / 1000;
}

function countCall(request: FastifyRequest): void {
  const secondsLeft = beginCount();
  if (count(`address:${networkOf(request.ip)}`) > CALLS_BY_ADDRESS) {
    throw tooManyRequests(TOO_MANY_REQUESTS, secondsLeft);
  }
  const token = request.token?.actor.token;
  if (token && count(`token:${token.id}`) > CALLS_BY_TOKEN) {
    throw tooManyRequests(TOO_MANY_REQUESTS, secondsLeft);
  }
  if (request.session && count(`session:${request.session.sid}`) > CALLS_BY_SESSION) {
    throw tooManyRequests(TOO_MANY_REQUESTS, secondsLeft);
  }
}

function count(key: string): number {
  const next = (calls.get(key) ?? 0) + 1;
  calls.set(key, next);
  return next;
}
