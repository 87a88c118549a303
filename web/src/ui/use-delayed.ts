import { useEffect, useState } from "react";

/** What was typed, once nothing has followed for so long. */
export function useDelayed(typed: string, waitMs: number): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), waitMs);
    return () => clearTimeout(timer);
  }, [typed, waitMs]);
  return settled;
}
