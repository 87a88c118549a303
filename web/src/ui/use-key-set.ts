import { useState } from "react";

/** Which of many things are open, closed or chosen, by their keys. */
export function useKeySet(first: readonly string[] = []) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set(first));
  const put = (key: string, isIn: boolean) =>
    setKeys((known) => {
      const next = new Set(known);
      if (isIn) next.add(key);
      else next.delete(key);
      return next;
    });
  return { keys, put };
}
