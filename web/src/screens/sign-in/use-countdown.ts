import { useEffect, useState } from "react";

const SECOND = 1000;

/** Counts down each second; measured by the clock, so that a sleeping tab does not stretch the wait. */
export function useCountdown(seconds: number) {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * SECOND);
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  const restart = (from: number) => {
    setEndsAt(Date.now() + from * SECOND);
    setSecondsLeft(from);
  };
  useEffect(() => {
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, SECOND);
    return () => clearInterval(timer);
  }, [endsAt]);
  return { secondsLeft, restart };
}
