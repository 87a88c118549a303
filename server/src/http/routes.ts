/**
 * Binds a module's endpoints to its handlers. Here, and only here, a request is turned into a call: the checks run in
 * the order of permissions.md 3.1, the input is parsed by the contract, and nothing leaves but what the response
 * schema names.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type {
  BodyOf,
  EndpointShape,
  EndpointTable,
  ParamsOf,
  protectedAccess,
  QueryOf,
  ResultOf,
} from "contract/endpoint";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor, AutomationActor, SignedInActor } from "#server/core/actor.ts";
import { badRequest } from "#server/core/errors.ts";
import { withReceivedFiles } from "#server/files/receive.ts";
import type { ReceivedFile } from "#server/files/stored.ts";
import { sendJson, shapeAnswer } from "./answers.ts";
import { answerOnce } from "./idempotency.ts";
import { parseInput } from "./input.ts";
import { bodyLimitOf } from "./json-body.ts";
import { Pieces, sendPieces } from "./pieces.ts";
import { guardRequest } from "./request-guards.ts";
import { meterUpload } from "./throttle.ts";

type ActorOf<E extends EndpointShape> = E["access"] extends (typeof protectedAccess)[number]
  ? SignedInActor
  : E["access"] extends "automation"
    ? AutomationActor
    : Actor;

export type Call<E extends EndpointShape> = {
  actor: ActorOf<E>;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Checked, encrypted and stored; kept only when the handler succeeds. */
  files: ReceivedFile[];
  /** The record named in the path. */
  subject: E extends { subject: string } ? SubjectRecord : null;
  /** The version an edit was based on (If-Match), when the client says so. */
  basedOn: number | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A success with another status than the endpoint's own. */
export class Answer<T> {
  readonly status: number;
  readonly body: T;

  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

type PiecesOf<List> = List extends readonly (infer Row)[] ? Pieces<Row> : never;

/** A reply: it was sent by the handler, as a file that was asked for in place of the JSON. */
type Result<E extends EndpointShape> = E["response"] extends z.ZodMiniType
  ? ResultOf<E> | Answer<ResultOf<E>> | PiecesOf<ResultOf<E>> | FastifyReply
  : unknown;
/** A missing handler is a compile error. */
export type Handlers<T extends EndpointTable> = {
  [Verb in keyof T]: (call: Call<T[Verb]>) => Promise<Result<T[Verb]>> | Result<T[Verb]>;
};

export function register<T extends EndpointTable>(
  app: FastifyInstance,
  table: T,
  handlers: Handlers<T>,
): void {
  for (const [verb, endpoint] of Object.entries(table)) {
    const handler = handlers[verb as keyof T] as (call: Call<EndpointShape>) => unknown;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: (request) => guardRequest(request, endpoint),
      handler: (request, reply) => handle({ endpoint, handler, request, reply }),
    });
  }
}

type Handling = {
  endpoint: EndpointShape;
  handler: (call: Call<EndpointShape>) => unknown;
  request: FastifyRequest;
  reply: FastifyReply;
};

async function handle(handling: Handling): Promise<FastifyReply> {
  const { endpoint, request } = handling;
  const query = parseInput(endpoint.query, request.query);
  if (endpoint.files && request.isMultipart()) {
    const upload = {
      rule: endpoint.files.rule,
      caseId: request.subject?.caseId ?? null,
      meter: meterUpload(request, endpoint),
    };
    return withReceivedFiles(request, upload, async (received) => {
      const body = parseInput(endpoint.body, received.fields);
      return run(handling, { query, body, files: received.files });
    });
  }
  return run(handling, { query, body: parseInput(endpoint.body, request.body), files: [] });
}

async function run(
  handling: Handling,
  input: { query: unknown; body: unknown; files: ReceivedFile[] },
): Promise<FastifyReply> {
  const { endpoint, handler, request, reply } = handling;
  const call = {
    ...input,
    actor: request.actor,
    params: request.parsedParams,
    subject: request.subject,
    basedOn: readIfMatch(request),
    request,
    reply,
  } as Call<EndpointShape>;
  const { response } = endpoint;
  if (typeof response === "string") {
    await handler(call);
    return reply;
  }
  const outcomeOf = (result: unknown) => {
    const { status, body } =
      result instanceof Answer ? result : { status: endpoint.status ?? 200, body: result };
    return { status, body: shapeAnswer(response, body) };
  };
  if (endpoint.method === "GET") {
    const result = await handler(call);
    if (result === reply) return reply;
    if (result instanceof Pieces) return sendPieces({ request, reply, response }, result);
    return sendJson(request, reply, outcomeOf(result));
  }
  const ask = { request, endpoint, input, outcomeOf };
  return sendJson(request, reply, await answerOnce(ask, async () => handler(call)));
}

/** `*` is any version. Throws 400 for what names none: an edit that meant to be careful must not overwrite. */
function readIfMatch({ headers, method }: FastifyRequest): number | null {
  const said = headers["if-match"];
  if (said === undefined || said === "*" || method === "GET" || method === "HEAD") return null;
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(said);
  if (!match) throw badRequest("Invalid If-Match");
  return Number(match[1]);
}
