/**
 * The stream of live updates is opened beside the first list, from where the page stood before it read anything: no
 * change falls between the two, whichever the server answers first. Who follows the stream comes with the frame's
 * code; until then, what it says is kept.
 */
import type { sessionApi } from "contract/session";
import { livePosition } from "./live-position.ts";

const path = "/api/events" satisfies typeof sessionApi.streamEvents.path;

export type EarlyStream = { readonly source: EventSource; readonly heard: MessageEvent<string>[] };

/** Null before it is opened and after it was taken. */
let early: EarlyStream | null = null;
const kept = new AbortController();
let wasOpened = false;

/** `lastHeard`: what the server is to continue from; null says that nothing is known to have been missed. */
export function streamAddress(lastHeard: string | null): string {
  return lastHeard === null ? path : `${path}?after=${encodeURIComponent(lastHeard)}`;
}

/** Only the first list of a page needs it; later ones find the frame there. */
export function openEarlyStream(): void {
  if (wasOpened) return;
  wasOpened = true;
  const source = new EventSource(streamAddress(livePosition()), { withCredentials: true });
  const heard: MessageEvent<string>[] = [];
  for (const name of ["opened", "invalidate"])
    source.addEventListener(name, (event) => heard.push(event as MessageEvent<string>), {
      signal: kept.signal,
    });
  early = { source, heard };
}

/** Once; null when there is none that still lives. */
export function takeEarlyStream(): EarlyStream | null {
  const taken = early;
  early = null;
  kept.abort();
  return taken?.source.readyState === EventSource.CLOSED ? null : taken;
}
