/** What an answer tells, key by key. */

/** `{id, names[], file{name, size}}`; what is in a list is put together from all its items. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `${shapeOf(mergedItems(value))}[]`;
  if (typeof value !== "object" || value === null) return "";
  const keys = Object.entries(value).map(([key, inner]) => key + shapeOf(inner));
  return `{${keys.toSorted().join(", ")}}`;
}

/** One item with every key that any of them has, each with the fullest value. */
function mergedItems(items: readonly unknown[]): unknown {
  const objects = items.filter((item) => typeof item === "object" && item !== null);
  if (objects.length === 0) return null;
  const merged = new Map<string, unknown[]>();
  for (const [key, value] of objects.flatMap((item) => Object.entries(item as object))) {
    merged.set(key, [...(merged.get(key) ?? []), value]);
  }
  return Object.fromEntries([...merged].map(([key, values]) => [key, fullest(values)]));
}

function fullest(values: readonly unknown[]): unknown {
  const lists = values.filter(Array.isArray);
  if (lists.length > 0) return lists.flat();
  return values.every((value) => typeof value === "object") ? mergedItems(values) : values[0];
}
