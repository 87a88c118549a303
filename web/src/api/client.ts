import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, BodyInput, EndpointShape } from "contract/endpoint";
import { idempotencyKey, settleIdempotencyKey } from "./idempotency.ts";
import { queryClient } from "./query.ts";
import { type AddressOf, send, urlOf } from "./request.ts";

type BodyPart<E extends EndpointShape> =
  BodyInput<E> extends undefined ? { readonly body?: undefined } : { readonly body: BodyInput<E> };

export type CallOptions = {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The version the edit is based on: somebody else's newer one is then not overwritten. */
  readonly version?: number;
};

export type CallInput<E extends EndpointShape> = AddressOf<E> & BodyPart<E> & CallOptions;
/** The input may be left out when nothing in it is needed. */
export type CallArguments<E extends EndpointShape> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

type LooseInput = CallOptions & { readonly body?: unknown };

/** Calls an endpoint of the contract and reads its answer. */
export async function call<const E extends EndpointShape>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<AnswerOf<E>> {
  const { body, signal, headers = {}, version } = (input ?? {}) as LooseInput;
  const url = urlOf(endpoint, input as AddressOf<E>);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const once = isCreation(endpoint) ? `${url} ${text ?? ""}` : null;
  const answer = await send(url, {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(text === undefined ? {} : { "Content-Type": "application/json" }),
      ...(version === undefined ? {} : { "If-Match": `"${version}"` }),
      ...(once === null ? {} : { "Idempotency-Key": idempotencyKey(once) }),
    },
    body: text,
    signal,
    isPublic: endpoint.access === "public",
  }).catch((error: unknown) => {
    // A network failure is a TypeError: nobody knows whether the call arrived, so its key is kept.
    if (once !== null && !(error instanceof TypeError)) settleIdempotencyKey(once);
    throw error;
  });
  if (once !== null) settleIdempotencyKey(once);
  return (typeof endpoint.response === "string" ? answer : await answer.json()) as AnswerOf<E>;
}

/** A query of an endpoint, for `useQuery`; its key is the concrete path. */
export function read<const E extends EndpointShape>(endpoint: E, ...[input]: CallArguments<E>) {
  const url = urlOf(endpoint, input as AddressOf<E>);
  return queryOptions({
    queryKey: [url],
    queryFn: async ({ signal }): Promise<AnswerOf<E>> => {
      const answer = await send(url, {
        method: endpoint.method,
        signal,
        isPublic: endpoint.access === "public",
      });
      return (await answer.json()) as AnswerOf<E>;
    },
  });
}

/** Reads once; what was asked for ahead of the screen's code is taken from there, and only this once. */
export async function readAhead<const E extends EndpointShape>(
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E>> {
  const query = read(endpoint, ...([input] as unknown as CallArguments<E>));
  if (queryClient.getQueryState(query.queryKey) === undefined)
    return call(endpoint, ...([input] as unknown as CallArguments<E>));
  try {
    return (await queryClient.ensureQueryData(query)) as AnswerOf<E>;
  } finally {
    queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  }
}

/** Records that a second press must not create again. */
export function isCreation(endpoint: EndpointShape): boolean {
  return endpoint.method === "POST" && endpoint.access !== "public" && endpoint.secret !== true;
}
