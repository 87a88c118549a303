/** Calls the portal without a browser, as somebody: to prepare what a journey needs, typed by the contract. */
import { request, type APIRequestContext, type APIResponse } from "@playwright/test";
import { api } from "contract/api";
import type {
  AnswerOf,
  BodyInput,
  EndpointShape,
  PathParameters,
  QueryInput,
} from "contract/endpoint";
import type { SampleFile } from "./sample-files.ts";
import type { SessionCookie } from "./session-cookie.ts";

export interface CallInput<E extends EndpointShape> {
  params?: PathParameters<E["path"]>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  headers?: Record<string, string>;
  /** Makes the call multipart; the text parts come from `body`. */
  files?: { field: string; files: SampleFile[] };
}

/** A value without the endpoint's types, as it goes over the wire. */
type Fields = Record<string, string | number | boolean>;

export class ApiClient {
  readonly #request: APIRequestContext;
  #csrfToken: string | null = null;

  private constructor(context: APIRequestContext) {
    this.#request = context;
  }

  static async open(origin: string, session: SessionCookie): Promise<ApiClient> {
    const storageState = { cookies: [session], origins: [] };
    return new ApiClient(await request.newContext({ baseURL: origin, storageState }));
  }

  /** The answer of a call that is expected to succeed. */
  async call<const E extends EndpointShape>(
    endpoint: E,
    input: CallInput<E> = {},
  ): Promise<AnswerOf<E>> {
    const answer = await this.send(endpoint, input);
    if (!answer.ok()) {
      throw new Error(
        `${endpoint.method} ${answer.url()} answered ${answer.status()}: ${await answer.text()}`,
      );
    }
    return (await answer.json()) as AnswerOf<E>;
  }

  async send<const E extends EndpointShape>(
    endpoint: E,
    input: CallInput<E>,
  ): Promise<APIResponse> {
    const isReading = endpoint.method === "GET";
    return this.#request.fetch(pathOf(endpoint, input), {
      method: endpoint.method,
      headers: { ...input.headers, ...(isReading ? {} : { "X-CSRF-Token": await this.#token() }) },
      ...(input.query === undefined ? {} : { params: input.query as Fields }),
      ...payloadOf(input),
    });
  }

  async close(): Promise<void> {
    await this.#request.dispose();
  }

  async #token(): Promise<string> {
    const token = this.#csrfToken ?? (await this.call(api.session.getCsrfToken)).csrfToken;
    this.#csrfToken = token;
    return token;
  }
}

function pathOf<E extends EndpointShape>(endpoint: E, input: CallInput<E>): string {
  const params = (input.params ?? {}) as Record<string, string | number>;
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}

function payloadOf<E extends EndpointShape>(
  input: CallInput<E>,
): { data?: unknown; multipart?: FormData } {
  if (input.files === undefined) return input.body === undefined ? {} : { data: input.body };
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as Fields))
    form.append(name, String(value));
  for (const file of input.files.files) {
    form.append(
      input.files.field,
      new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }),
    );
  }
  return { multipart: form };
}
