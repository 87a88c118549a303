import { useEffect } from "react";
import { LiveUpdate, sessionApi } from "contract/session";
import { currentUserQuery } from "./current-user.ts";
import { takeEarlyStream } from "./early-stream.ts";
import { invalidateKeys, queryClient } from "./query.ts";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;

/** One stream for the whole portal: the server says which readings have become stale. Open while somebody is signed in. */
export function useLiveUpdates(): void {
  useEffect(() => followEvents(), []);
}

/** Returns what stops it. */
export function followEvents(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let wasInterrupted = false;

  const hear = (event: MessageEvent<string>) => {
    const update = LiveUpdate.safeParse(JSON.parse(event.data));
    if (update.success) void invalidateKeys(update.data.keys);
  };
  const connect = () => {
    const early = takeEarlyStream();
    source =
      early?.source ?? new EventSource(sessionApi.streamEvents.path, { withCredentials: true });
    early?.heard.forEach(hear);
    source.addEventListener("message", hear);
    source.addEventListener("invalidate", hear);
    source.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      // Whatever happened in between went unheard.
      if (wasInterrupted) void queryClient.invalidateQueries();
      wasInterrupted = false;
    });
    source.addEventListener("error", () => {
      wasInterrupted = true;
      if (source?.readyState !== EventSource.CLOSED) return;
      // Refused, not interrupted: the browser will not try again. Perhaps the session has ended.
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
