/** Where an answer departs from what is expected of it: everything named must be there, lists in this order and length. */
export function firstDifference(expected: unknown, actual: unknown, at = ""): string | null {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${at} is no list`;
    if (actual.length !== expected.length)
      return `${at} has ${actual.length} entries instead of ${expected.length}`;
    return firstOf(expected.keys(), (index) =>
      firstDifference(expected[index], actual[index], `${at}[${index}]`),
    );
  }
  if (typeof expected === "object" && expected !== null) {
    if (typeof actual !== "object" || actual === null) return `${at} is ${String(actual)}`;
    const [named, found] = [expected, actual] as Record<string, unknown>[];
    return firstOf(Object.keys(named ?? {}), (key) =>
      firstDifference(named?.[key], found?.[key], `${at}.${key}`),
    );
  }
  if (expected === actual) return null;
  return `${at} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
}

function firstOf<Item>(
  items: Iterable<Item>,
  differ: (item: Item) => string | null,
): string | null {
  for (const item of items) {
    const difference = differ(item);
    if (difference !== null) return difference;
  }
  return null;
}
