import {
  type EndpointShape,
  pathOf,
  type PathParameters,
  type QueryInput,
} from "contract/endpoint";
import { ApiError } from "./api-error.ts";
import { clearCsrfToken, csrfToken } from "./csrf.ts";
import { LIVE_POSITION_HEADER, noteLivePosition } from "./live-position.ts";
import { noteSessionEnd, SESSION_EXPIRES_HEADER } from "./session-clock.ts";
import { renewalOfSession, watchRenewal, whenProven } from "./step-up.ts";

/** The parts of a call that make up its address. */
export type AddressOf<E extends EndpointShape> = (unknown extends PathParameters<E["path"]>
  ? { readonly params?: undefined }
  : { readonly params: PathParameters<E["path"]> }) &
  (QueryInput<E> extends undefined
    ? { readonly query?: undefined }
    : { readonly query?: QueryInput<E> });

type LooseAddress = {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
};

/** The concrete path of an endpoint, with its query string. */
export function urlOf<const E extends EndpointShape>(endpoint: E, address?: AddressOf<E>): string {
  const { params = {}, query = {} } = (address ?? {}) as LooseAddress;
  return withQuery(pathOf(endpoint, params), query);
}

/** What is undefined or null is left out; a list is written name by name. */
export function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat())
      if (each !== undefined && each !== null)
        search.append(name, String(each as string | number | boolean));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

let onSignedOut: () => void = () => undefined;

/** Called when a protected call is answered with 401: the session has ended (D-107). */
export function whenSignedOut(react: () => void): void {
  onSignedOut = react;
}

type Heard = {
  readonly status: number;
  /** Sign-in and the like: a 401 there says nothing about a session. */
  readonly isPublic: boolean;
  readonly header: (name: string) => string | null;
};

/** What every answer tells the client, whichever way it came. */
export function applyResponseHeaders({ status, isPublic, header }: Heard): void {
  noteSessionEnd(header(SESSION_EXPIRES_HEADER), header("date"));
  noteLivePosition(header(LIVE_POSITION_HEADER));
  if (status === 403) clearCsrfToken();
  if (status === 401 && !isPublic) onSignedOut();
}

/** The headers of a call; every call but a GET first obtains a CSRF token (C:165). */
export async function headersFor(
  method: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const token = method === "GET" ? null : await csrfToken();
  return {
    accept: "application/json",
    ...headers,
    ...(token === null ? {} : { "X-CSRF-Token": token }),
  };
}

type Sending = {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal;
  readonly isPublic?: boolean;
};

const STEP_UP = "/api/step-up/";

/** Sends a request with credentials; anything but a success is thrown as an `ApiError`. */
export function send(url: string, sending: Sending): Promise<Response> {
  if (url.startsWith(STEP_UP)) return renewalOfSession(sendOnce(url, sending));
  return whenProven(() => sendOnce(url, sending));
}

async function sendOnce(
  url: string,
  { method, headers, body, signal, isPublic = false }: Sending,
): Promise<Response> {
  const ask = async () =>
    fetch(url, {
      method,
      headers: await headersFor(method, headers),
      body,
      signal,
      credentials: "include",
    });
  const wasOvertaken = url.startsWith(STEP_UP) ? null : watchRenewal();
  let answer = await ask();
  if (answer.status === 401 && !isPublic && (await wasOvertaken?.())) answer = await ask();
  applyResponseHeaders({
    status: answer.status,
    isPublic,
    header: (name) => answer.headers.get(name),
  });
  if (!answer.ok) {
    throw new ApiError({
      status: answer.status,
      statusText: answer.statusText,
      body: await answer.text(),
    });
  }
  return answer;
}
