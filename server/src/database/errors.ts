/** What went wrong in the database, read from the error itself or from the one it wraps. */

/** A disk that is full: the statement failed, and the connection is as good as before. */
const DISK_FULL = "53100";

/** Classes 08, 53 and 57 of PostgreSQL: connection lost, out of resources, shutting down or timed out. */
const UNAVAILABLE_SQL_STATE = /^(08|53(?!100)|57P|57014)/;

const UNAVAILABLE_SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
]);

/** pg reports these without a code. */
const TOO_SLOW_MESSAGES = ["timeout exceeded when trying to connect", "Query read timeout"];
const UNAVAILABLE_MESSAGES = [
  ...TOO_SLOW_MESSAGES,
  "Connection terminated",
  "Client has encountered a connection error",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
];

/** True when the request may be answered 503: the database, not the request, is the trouble (reliability 8). */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const code = codeOf(cause);
    if (isSqlState(code)) return UNAVAILABLE_SQL_STATE.test(code);
    if (code !== undefined && isSystemCallOf(cause)) return UNAVAILABLE_SYSTEM_CODES.has(code);
    return UNAVAILABLE_MESSAGES.some((message) => cause.message.startsWith(message));
  });
}

/** The statement was given little time, or no connection in time, and has taken longer. */
export function isTooSlow(error: unknown): boolean {
  if (sqlState(error) === "57014") return true;
  return causesOf(error).some(({ message }) =>
    TOO_SLOW_MESSAGES.some((start) => message.startsWith(start)),
  );
}

/** Two transactions got in each other's way; the same work may succeed when it is tried again. */
export function isWorthRetrying(error: unknown): boolean {
  const state = sqlState(error);
  return state === "40001" || state === "40P01";
}

/** The database has no room to write; reading goes on. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === DISK_FULL;
}

/** The unique index or constraint that a change ran into, such as `cases_case_id_key`. */
export function violatedUniqueKey(error: unknown): string | undefined {
  const cause = causesOf(error).find((candidate) => codeOf(candidate) === "23505");
  return cause === undefined ? undefined : (cause as Error & { constraint?: string }).constraint;
}

/** A row points to one that is gone, or is still pointed to. */
export function violatesForeignKey(error: unknown): boolean {
  return sqlState(error) === "23503";
}

/** The role has not the rights for it. */
export function isForbidden(error: unknown): boolean {
  return sqlState(error) === "42501";
}

export function sqlState(error: unknown): string | undefined {
  return causesOf(error).map(codeOf).find(isSqlState);
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let next = error; next instanceof Error && causes.length < 5; next = next.cause) {
    causes.push(next);
    if (next instanceof AggregateError)
      causes.push(...next.errors.filter((inner) => inner instanceof Error));
  }
  return causes;
}

function codeOf(error: Error): string | undefined {
  const code = (error as Error & { code?: unknown }).code;
  return typeof code === "string" ? code : undefined;
}

function isSqlState(code: string | undefined): code is string {
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}

/** A missing file also says ENOENT; only errors of a socket speak of the database. */
function isSystemCallOf(error: Error): boolean {
  const call = (error as Error & { syscall?: unknown }).syscall;
  return typeof call === "string" && /^(connect|read|write|getaddrinfo|queryA|shutdown)/.test(call);
}
