import { useState } from "react";

/** A view choice that this browser remembers under a name the specification gives (C:36, I:119). */
export function useStoredChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
) {
  const [choice, setChoice] = useState<Choice>(() => storedChoice(name, choices) ?? fallback);
  const choose = (next: Choice) => {
    setChoice(next);
    try {
      localStorage.setItem(name, next);
    } catch {
      // A browser that stores nothing still shows what was chosen.
      return;
    }
  };
  return [choice, choose] as const;
}

export function storedChoice<Choice extends string>(
  name: string,
  choices: readonly Choice[],
): Choice | null {
  try {
    const stored = localStorage.getItem(name);
    return choices.find((choice) => choice === stored) ?? null;
  } catch {
    return null;
  }
}
