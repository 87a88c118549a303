import { useEffect, useState, useSyncExternalStore } from "react";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { sessionClock } from "#web/api/session-clock.ts";

/** D-099. */
const WARNING_MS = 2 * 60_000;
const SECOND = 1000;

/** Seconds until the session ends, from two minutes before; null while there is time. */
export function useSessionEnd(): number | null {
  const endsAt = useSyncExternalStore(sessionClock.subscribe, sessionClock.read);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);

  useEffect(() => {
    if (endsAt === null) return;
    let ticking: ReturnType<typeof setInterval> | undefined;
    const tick = () => {
      const left = Math.ceil((endsAt - Date.now()) / SECOND);
      setSecondsLeft(Math.max(0, left));
      if (left > 0) return;
      clearInterval(ticking);
      void askServer();
    };
    const warn = async () => {
      // Another tab may have been busy: the server then names a later end, and this effect starts anew.
      await askServer();
      if (sessionClock.read() !== endsAt) return;
      tick();
      ticking = setInterval(tick, SECOND);
    };
    const waiting = setTimeout(() => void warn(), Math.max(0, endsAt - WARNING_MS - Date.now()));
    return () => {
      clearTimeout(waiting);
      clearInterval(ticking);
      setSecondsLeft(null);
    };
  }, [endsAt]);

  return secondsLeft;
}

/** Reading the user does not count as activity, but its answer says when the session ends. */
function askServer(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
}
