/** The answers of the server say when the session will end if nothing more is done. */
export const SESSION_EXPIRES_HEADER = "x-session-expires";

let endsAt: number | null = null;
const listeners = new Set<() => void>();

/** Takes the end relative to the answer's own date, so that a wrong clock on this machine does no harm. */
export function noteSessionEnd(expires: string | null, answeredAt: string | null): void {
  const remaining = Date.parse(expires ?? "") - (Date.parse(answeredAt ?? "") || Date.now());
  if (Number.isNaN(remaining)) return;
  const end = Date.now() + remaining;
  // Dates in headers have whole seconds: smaller differences are no news.
  if (endsAt !== null && Math.abs(end - endsAt) < 2000) return;
  endsAt = end;
  for (const listener of listeners) listener();
}

export const sessionClock = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Milliseconds since 1970, or null while the server has not said. */
  read: () => endsAt,
};
