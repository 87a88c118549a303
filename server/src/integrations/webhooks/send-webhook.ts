/** One attempt to tell the automation service: no redirects, 15 seconds in all, an answer of at most 64 kB (security.md 6.4). */
import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import {
  type Destination,
  DestinationRefused,
  type DestinationRules,
  findDestination,
  isSameAddress,
} from "./destination.ts";

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

/** What came of it. Without a status there was no answer, and `trouble` says why. */
export type Attempt = {
  httpStatus: number | null;
  answer: string | null;
  retryAfter: string | null;
  trouble: string | null;
  milliseconds: number;
};

type Answer = Pick<Attempt, "httpStatus" | "answer" | "retryAfter">;
type Limits = DestinationRules & { timeoutMs?: number };

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;

/**
 * Not imported: that reads whatever they export, and among it is a WebSocket that loads the whole of `fetch`, 14 MB
 * (decisions/0012).
 */
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

class TooLong extends Error {}

/** Never throws: an attempt that fails is an outcome like any other. */
export async function sendWebhook(request: WebhookRequest, limits: Limits): Promise<Attempt> {
  const started = performance.now();
  const signal = AbortSignal.timeout(limits.timeoutMs ?? TIMEOUT_MS);
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const destination = await unlessAborted(findDestination(request.url, limits), signal);
    const answer = await post(destination, request, signal);
    return { ...answer, trouble: troubleOf(answer.httpStatus), milliseconds: milliseconds() };
  } catch (error) {
    const nothing = { httpStatus: null, answer: null, retryAfter: null };
    return { ...nothing, trouble: sentenceFor(error, signal), milliseconds: milliseconds() };
  }
}

function post(
  destination: Destination,
  request: WebhookRequest,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const open = destination.url.protocol === "https:" ? https.request : http.request;
    const outgoing = open(destination.url, {
      method: "POST",
      headers: { ...request.headers, "content-length": Buffer.byteLength(request.body) },
      // A connection of its own, straight to the checked address: no pool, no proxy.
      agent: false,
      lookup: onlyTo(destination),
      signal,
    });
    outgoing.on("error", reject);
    outgoing.on("response", (response) => readAnswer(response).then(resolve, reject));
    outgoing.on("socket", (socket) => {
      // Nothing is said before it is certain who listens.
      socket.once("connect", () => {
        if (isSameAddress(socket.remoteAddress, destination.address)) outgoing.end(request.body);
        else outgoing.destroy(new DestinationRefused("the connection went elsewhere"));
      });
    });
  });
}

function onlyTo({ address, family }: Destination): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    bytes += (part as Buffer).length;
    if (bytes > MAX_ANSWER_BYTES) throw new TooLong();
  }
  return {
    httpStatus: response.statusCode ?? null,
    answer: Buffer.concat(parts).toString("utf8"),
    retryAfter: response.headers["retry-after"] ?? null,
  };
}

function troubleOf(status: number | null): string | null {
  if (status === null) return "The service did not answer";
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The service redirects (${status}), which is not followed`;
  return `The service answered ${status}`;
}

function sentenceFor(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "The service did not answer in time";
  if (error instanceof DestinationRefused) return error.message;
  if (error instanceof TooLong) return "The answer of the service is too long";
  const code = error instanceof Error && "code" in error ? String(error.code) : "no connection";
  return `The service could not be reached (${code})`;
}

/** A name server that is silent must not hold the attempt longer than anything else. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
