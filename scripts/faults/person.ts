/** Somebody who is signed in, calling the portal over HTTP as a browser does. */

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
  milliseconds: number;
}

export interface Call {
  method: string;
  path: string;
  /** Sent as JSON; a form as multipart, and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export class Person {
  readonly id: number;
  readonly origin: string;
  readonly #sid: string;
  #cookie: string | null = null;
  #csrfToken = "";

  constructor(person: { id: number; origin: string; sid: string }) {
    this.id = person.id;
    this.origin = person.origin;
    this.#sid = person.sid;
  }

  /** The same person with the same session, at another door of the same portal. */
  static at(origin: string, person: Person): Person {
    return new Person({ id: person.id, origin, sid: person.#sid });
  }

  /** What a page of his sends along when it listens. */
  get cookie(): string {
    return `sid=${this.#sid}`;
  }

  /** Fails when there is no answer at all. */
  async send({ method, path, body, headers = {}, signal }: Call): Promise<Answer> {
    const isForm = body instanceof FormData;
    const isRaw = Buffer.isBuffer(body);
    const startedAt = performance.now();
    const answer = await fetch(this.origin + path, {
      method,
      redirect: "manual",
      headers: {
        ...(await this.credentials()),
        ...(body === undefined || isForm || isRaw ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(signal && { signal }),
      ...(body !== undefined && {
        body: isForm || isRaw ? (body as BodyInit) : JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    const milliseconds = performance.now() - startedAt;
    const { status, headers: received } = answer;
    return { status, headers: received, body: parse(text), text, milliseconds };
  }

  /** The headers that show who this is, and that a page of ours is asking. */
  async credentials(): Promise<Record<string, string>> {
    if (this.#cookie === null) await this.#fetchToken();
    return { cookie: this.#cookie ?? "", "x-csrf-token": this.#csrfToken };
  }

  async #fetchToken(): Promise<void> {
    const { cookie } = this;
    const answer = await fetch(`${this.origin}/api/csrf-token`, { headers: { cookie } });
    const { csrfToken } = (await answer.json()) as { csrfToken: string };
    const given = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    this.#csrfToken = csrfToken;
    this.#cookie = [cookie, ...given].join("; ");
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
