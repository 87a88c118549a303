import { useEffect, useRef, useState } from "react";
import type { UsableField } from "contract/reading-parts";

const UNDO_MS = 10_000;
type Fields = ReadonlySet<UsableField>;

/** Which values have been decided about on this page, and which of them so shortly before that it can be taken back. */
export function useDecidedFields() {
  const [decided, setDecided] = useState<Fields>(new Set());
  const [fresh, setFresh] = useState<Fields>(new Set());
  const timers = useRef<Set<ReturnType<typeof setTimeout>>>(new Set());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);
  const without = (fields: readonly UsableField[]) => (before: Fields) =>
    new Set([...before].filter((field) => !fields.includes(field)));
  return {
    decided,
    fresh,
    decide: (fields: readonly UsableField[]) => {
      setDecided((before) => new Set([...before, ...fields]));
      setFresh((before) => new Set([...before, ...fields]));
      timers.current.add(setTimeout(() => setFresh(without(fields)), UNDO_MS));
    },
    takeBack: (field: UsableField) => {
      setDecided(without([field]));
      setFresh(without([field]));
    },
  };
}
