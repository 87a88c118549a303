import { useEffect } from "react";
import { LiveUpdate } from "contract/session";
import { currentUserQuery } from "./current-user.ts";
import { streamAddress, takeEarlyStream } from "./early-stream.ts";
import { livePosition } from "./live-position.ts";
import { invalidateKeys, queryClient } from "./query.ts";
import { tellAllMayHaveChanged, tellRowChanges } from "./row-changes.ts";

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
/** Somebody is there: he has turned to this page, or works in it. */
const SIGNS_OF_LIFE = ["visibilitychange", "focus", "pointerdown", "keydown"] as const;

/** One stream for the whole portal: the server says which queries have become stale. Open while somebody is signed in. */
export function useLiveUpdates(): void {
  useEffect(() => followEvents(), []);
}

/**
 * Returns what stops it. Whatever happened while the stream was away is the server's to tell: the browser says which
 * event it has heard last, or else the address does.
 */
export function followEvents(): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  /** Null until there was a stream, if the page does not know where it stood before. */
  let lastHeard = livePosition();
  let hasMissedAll = false;
  let waiting = new AbortController();

  const hear = (event: MessageEvent<string>) => {
    lastHeard = event.lastEventId;
    const update = LiveUpdate.safeParse(JSON.parse(event.data));
    if (!update.success) return;
    void invalidateKeys(update.data.keys);
    tellRowChanges(update.data.rows ?? []);
  };
  const open = () => {
    const early = takeEarlyStream();
    early?.heard.forEach(hear);
    if (early !== null) return early.source;
    return new EventSource(streamAddress(lastHeard), { withCredentials: true });
  };
  const connect = () => {
    source = open();
    lastHeard ??= "";
    source.addEventListener("message", hear);
    source.addEventListener("invalidate", hear);
    source.addEventListener("opened", ({ lastEventId }: MessageEvent<string>) => {
      lastHeard = lastEventId;
      wait = FIRST_WAIT_MS;
      // It took more than one try: what has changed since the page was read went unheard, and no number tells what.
      if (hasMissedAll) {
        void queryClient.invalidateQueries();
        tellAllMayHaveChanged();
      }
      hasMissedAll = false;
    });
    source.addEventListener("replaced", ({ lastEventId }: MessageEvent<string>) => {
      lastHeard = lastEventId;
      source?.close();
      connectWhenLookedAt();
    });
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) {
        hasMissedAll = lastHeard === "";
        return;
      }
      // Refused, not interrupted: the browser will not try again. Perhaps the session has ended.
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  /** Another page of this person was opened instead. Back at once, this one would push out the next. */
  const connectWhenLookedAt = () => {
    waiting = new AbortController();
    const { signal } = waiting;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      waiting.abort();
      connect();
    };
    for (const sign of SIGNS_OF_LIFE)
      window.addEventListener(sign, look, { signal, capture: true });
  };
  connect();
  return () => {
    waiting.abort();
    clearTimeout(timer);
    source?.close();
  };
}
