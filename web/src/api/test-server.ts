import { vi } from "vitest";

type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly credentials: string;
};
type Reply =
  | { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | Error;

/** Stands in for the network: answers by method and path, and keeps what it was asked. */
export function answerWith(replies: Record<string, Reply | (() => Reply)>) {
  const received: Received[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET";
    received.push({
      method,
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? init.body : "",
      credentials: init.credentials ?? "",
    });
    const found = replies[`${method} ${url}`];
    const reply = typeof found === "function" ? found() : found;
    if (reply === undefined) throw new Error(`Nobody answers ${method} ${url}`);
    if (reply instanceof Error) throw reply;
    const { status = 200, body = {}, headers } = reply;
    return new Response(typeof body === "string" ? body : JSON.stringify(body), {
      status,
      headers,
      statusText: statusTexts[status],
    });
  });
  return { received, to: (path: string) => received.filter((each) => each.url === path) };
}

const statusTexts: Record<number, string> = {
  200: "OK",
  401: "Unauthorized",
  403: "Forbidden",
  500: "Internal Server Error",
};
