/** The cases that were opened last in this browser: their numbers alone, until somebody signs out. */
const NAME = "recentCases";
const MOST = 20;

export function recentCases(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}

export function rememberCase(id: number): void {
  const others = recentCases().filter((each) => each !== id);
  try {
    localStorage.setItem(NAME, JSON.stringify([id, ...others].slice(0, MOST)));
  } catch {
    // A browser that stores nothing opens cases all the same.
  }
}

export function forgetRecentCases(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // There was nothing to forget.
  }
}
