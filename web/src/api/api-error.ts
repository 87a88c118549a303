import { ErrorAnswer, type ErrorCode } from "contract/errors";

/** Any answer that is not a success (C:223): the message is '{status}: {body}'. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: string;
  /** The server's own sentence, when the body carries one (D-109). */
  readonly serverMessage: string | null;
  readonly code: ErrorCode | null;
  /** Field name → what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** On an edit conflict: what somebody else has saved meanwhile. */
  readonly current: Readonly<Record<string, unknown>> | null;
  readonly retryAfter: number | null;

  constructor(answer: {
    readonly status: number;
    readonly statusText: string;
    readonly body: string;
  }) {
    super(`${answer.status}: ${answer.body || answer.statusText}`);
    this.name = "ApiError";
    this.status = answer.status;
    this.body = answer.body;
    const parsed = parse(answer.body);
    this.serverMessage = parsed?.message ?? messageIn(answer.body);
    this.code = parsed?.code ?? null;
    this.fields = parsed?.fields ?? {};
    this.current = parsed?.current ?? null;
    this.retryAfter = parsed?.retryAfter ?? null;
  }
}

function parse(body: string): ErrorAnswer | null {
  const result = ErrorAnswer.safeParse(jsonIn(body));
  return result.success ? result.data : null;
}

/** Answers of something in between, such as a proxy, may have a message without our codes. */
function messageIn(body: string): string | null {
  const json = jsonIn(body);
  const message: unknown =
    typeof json === "object" && json !== null ? Reflect.get(json, "message") : null;
  return typeof message === "string" && message !== "" ? message : null;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

/** The server has looked at what was typed and found it wrong; a broken line or a busy server has not even looked. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}
