/**
 * Calls the portal as a browser would, through HTTP in process. A client refuses an answer that does not match its
 * schema, and a successful change of a case that left no event.
 */
import { sql } from "drizzle-orm";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import * as z from "zod/mini";
import {
  type AnswerOf,
  type BodyInput,
  type EndpointShape,
  pathOf,
  type PathParameters,
  type QueryInput,
} from "contract/endpoint";
import { sessionApi } from "contract/session";
import { runtime } from "#server/core/runtime.ts";

export type TestFile = { field: string; name: string; bytes: Uint8Array; type?: string };

export type CallInput<E extends EndpointShape> = {
  params?: PathParameters<E["path"]>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  /** Anything, for what a well-behaved client would not send. */
  rawBody?: unknown;
  files?: TestFile[];
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  /** Says that this change changes nothing, so that no event is expected. */
  leavesNoEvent?: true;
};

export type TestAnswer<Body> = {
  status: number;
  body: Body;
  bytes: Buffer;
  headers: LightMyRequestResponse["headers"];
};

export type Refusal = { message: string; code: string; fields?: Record<string, string> };

/** Changes that the side-effects table of server-behaviour.md gives no event. */
const silentPaths =
  /reactions|mark-read|internal-notes|\/resend$|\/dossiers$|\/dossiers\/:id\/cancel$|\/reading$|\/lines$/;

export class TestClient {
  readonly cookies = new Map<string, string>();
  /** Headers of every call. */
  readonly headers: Record<string, string> = {};
  readonly #app: FastifyInstance;
  #csrfToken: string | null = null;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** Expects a success and answers its checked body. */
  async call<E extends EndpointShape>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
    const before = await countEvents();
    const answer = await this.send(endpoint, input);
    if (answer.status >= 400) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} answered ${answer.status}: ${answer.bytes.toString()}`,
      );
    }
    if (typeof endpoint.response === "string") return answer as unknown as AnswerOf<E>;
    const parsed = z.parse(endpoint.response, answer.body);
    if (JSON.stringify(sorted(parsed)) !== JSON.stringify(sorted(answer.body))) {
      throw new Error(`${endpoint.method} ${endpoint.path} answered more than its schema names`);
    }
    if (leavesEvent(endpoint) && input.leavesNoEvent !== true && (await countEvents()) === before) {
      throw new Error(`${endpoint.method} ${endpoint.path} changed a case and left no event`);
    }
    return parsed as AnswerOf<E>;
  }

  /** Expects a refusal with this status and answers what it says. */
  async refused<E extends EndpointShape>(
    status: number,
    endpoint: E,
    input: CallInput<E> = {},
  ): Promise<Refusal> {
    const answer = await this.send(endpoint, input);
    if (answer.status !== status) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} answered ${answer.status} instead of ${status}: ${answer.bytes.toString().slice(0, 500)}`,
      );
    }
    return answer.body as Refusal;
  }

  async send<E extends EndpointShape>(
    endpoint: E,
    input: CallInput<E> = {},
  ): Promise<TestAnswer<unknown>> {
    const url = pathOf(endpoint, input.params ?? {}) + queryText(input.query);
    // A program fetches none.
    const isForgeable =
      endpoint.method !== "GET" && !this.headers["authorization"]?.startsWith("Bearer cmp_");
    const token =
      isForgeable && input.headers?.["x-csrf-token"] === undefined ? await this.csrfToken() : null;
    const payload = await encodeBody(input);
    return this.request({
      method: endpoint.method,
      url,
      headers: {
        ...payload.headers,
        ...(token === null ? {} : { "x-csrf-token": token }),
        ...input.headers,
      },
      payload: payload.bytes,
    });
  }

  async request(raw: {
    method: string;
    url: string;
    headers?: Record<string, string>;
    payload?: Buffer | undefined;
  }): Promise<TestAnswer<unknown>> {
    const response = await this.#app.inject({
      method: raw.method as "GET",
      url: raw.url,
      headers: { ...this.headers, cookie: this.#cookieHeader(), ...raw.headers },
      ...(raw.payload ? { payload: raw.payload } : {}),
    });
    for (const cookie of response.cookies) {
      if (cookie.value === "" || cookie.maxAge === 0) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    const { "content-type": type, "content-encoding": packed } = response.headers;
    const isJson = String(type).startsWith("application/json") && packed === undefined;
    return {
      status: response.statusCode,
      body:
        isJson && response.rawPayload.length > 0 ? (JSON.parse(response.payload) as unknown) : null,
      bytes: response.rawPayload,
      headers: response.headers,
    };
  }

  async csrfToken(): Promise<string> {
    if (this.#csrfToken === null) {
      const answer = await this.request({ method: "GET", url: sessionApi.getCsrfToken.path });
      this.#csrfToken = (answer.body as { csrfToken: string }).csrfToken;
    }
    return this.#csrfToken;
  }

  #cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

function queryText(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  if (entries.length === 0) return "";
  const texts = entries.map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(texts).toString()}`;
}

async function encodeBody(
  input: CallInput<EndpointShape>,
): Promise<{ bytes: Buffer | undefined; headers: Record<string, string> }> {
  if (input.files || input.fields) {
    const form = new FormData();
    for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, value);
    for (const file of input.files ?? []) {
      form.append(
        file.field,
        new Blob([file.bytes as Uint8Array<ArrayBuffer>], {
          type: file.type ?? "application/octet-stream",
        }),
        file.name,
      );
    }
    const encoded = new Response(form);
    return {
      bytes: Buffer.from(await encoded.arrayBuffer()),
      headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    };
  }
  const body = input.rawBody === undefined ? input.body : input.rawBody;
  if (body === undefined) return { bytes: undefined, headers: {} };
  return {
    bytes: Buffer.from(JSON.stringify(body)),
    headers: { "content-type": "application/json" },
  };
}

async function countEvents(): Promise<number> {
  const result = await runtime.database.execute<{ last: string }>(
    sql`select coalesce(max(seq), 0)::text as last from case_events`,
  );
  return Number(result.rows[0]?.last ?? 0);
}

/** The events of a case that is deleted go with it. */
function leavesEvent(endpoint: EndpointShape): boolean {
  const isRemovalOfCase = endpoint.method === "DELETE" && endpoint.path === "/api/cases/:id";
  return (
    endpoint.method !== "GET" &&
    endpoint.subject !== undefined &&
    !isRemovalOfCase &&
    !silentPaths.test(endpoint.path)
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
