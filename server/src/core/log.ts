import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export type Log = Logger;

const HIDDEN = "***";

/** Never logged, wherever in an entry they stand (security.md 6.5). Compared in lower case, letters and digits only. */
const SECRET_NAMES = new Set([
  "authorization",
  "proxyauthorization",
  "cookie",
  "setcookie",
  "xcsrftoken",
  "csrftoken",
  "xdevicehash",
  "devicehash",
  "webhooksignature",
  "password",
  "currentpassword",
  "newpassword",
  "confirmpassword",
  "otp",
  "token",
  "sid",
  "sessionid",
  "secret",
  "secretkey",
  "fileskey",
  "secretaccesskey",
  "automationkey",
  "wrappedkey",
  "fingerprint",
  "payload",
  "body",
  "params",
]);

/** JSON lines on standard output. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: describeError,
        error: describeError,
        req: describeRequest,
        res: describeAnswer,
      },
      hooks: {
        logMethod(values, method) {
          method.apply(this, values.map((value) => withoutSecrets(value)) as typeof values);
        },
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

/** Addresses, links and queries without what must not be kept. */
export function maskText(text: string): string {
  return text
    .replace(/(\/api\/(?:invitations|reset-password)\/)[\w-]{20,}/g, `$1${HIDDEN}`)
    .replace(/\b(token=)[^\s&"']+/gi, `$1${HIDDEN}`)
    .replace(/(:\/\/)[^\s/@]+@/g, `$1${HIDDEN}@`)
    .replace(
      /\b([\w.%+-])[\w.%+-]*@([a-z0-9])[a-z0-9-]*(?:\.[a-z0-9-]+)*(\.[a-z]{2,})\b/gi,
      "$1***@$2***$3",
    );
}

/** A webhook address as it may be shown: without user, password and query. */
export function maskUrl(address: string): string {
  if (!URL.canParse(address)) return HIDDEN;
  const url = new URL(address);
  return `${url.origin}${url.pathname}`;
}

function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return maskText(value);
  if (typeof value !== "object" || value === null || value instanceof Error || isFromNode(value))
    return value;
  if (depth > 5) return "…";
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name, inner) ? HIDDEN : withoutSecrets(inner, depth + 1),
    ]),
  );
}

function isSecret(name: string, value: unknown): boolean {
  if (SECRET_NAMES.has(name.toLowerCase().replace(/[^a-z0-9]/g, ""))) return true;
  // A one-time code; `code` is also the name of what an error says.
  return name === "code" && typeof value === "string" && /^\d{6}$/.test(value);
}

/** Requests, answers, dates and buffers: left to the serializers. */
function isFromNode(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null && !Array.isArray(value);
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code, ...rest } = stdSerializers.err(error);
  return {
    ...(withoutSecrets(rest.raw === undefined ? rest : { ...rest, raw: undefined }) as object),
    type,
    code,
    message: withoutValues(message),
    stack: withoutValues(stack),
  };
}

/** A failed query names the values it was sent with: names, hashes, messages. They stay out. */
function withoutValues(text: string | undefined): string {
  return maskText((text ?? "").replace(/^params: .*$/gm, `params: ${HIDDEN}`));
}

type RequestLike = { id?: unknown; method?: string; url?: string };

function describeRequest(request: RequestLike): Record<string, unknown> {
  const [path = ""] = (request.url ?? "").split("?");
  return { id: request.id, method: request.method, path: maskText(path) };
}

function describeAnswer(answer: { statusCode?: number }): Record<string, unknown> {
  return { status: answer.statusCode };
}
