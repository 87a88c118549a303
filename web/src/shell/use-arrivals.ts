import { useEffect, useRef, useState } from "react";
import { messages } from "#web/messages/messages.ts";

const QUIET_MS = 10_000;

/** `turn` makes the same words anew: unchanged ones would not be read out again. */
type Said = { readonly words: string; readonly turn: number };

/** What is read out when more has come, at most once in ten seconds; what was there before is no news. */
export function useArrivals(unread: number | undefined): Said {
  const [said, setSaid] = useState<Said>({ words: "", turn: 0 });
  const known = useRef<number>(undefined);
  const untold = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = unread;
    if (before === undefined || unread === undefined || unread <= before) return;
    untold.current += unread - before;
    function say() {
      const count = untold.current;
      untold.current = 0;
      const words = count === 0 ? "" : messages.shell.bell.arrived(count);
      setSaid(({ turn }) => ({ words, turn: turn + 1 }));
      timer.current = count === 0 ? undefined : setTimeout(say, QUIET_MS);
    }
    if (timer.current === undefined) say();
  }, [unread]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return said;
}
