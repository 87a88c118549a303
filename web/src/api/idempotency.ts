const open = new Map<string, string>();

/**
 * The key of a creating call (security.md 6.3). A call whose answer never arrived keeps its key, so that pressing
 * the button again does not create a second record.
 */
export function idempotencyKey(call: string): string {
  const key = open.get(call) ?? randomKey();
  open.set(call, key);
  return key;
}

/** An answer has arrived, good or bad: the next such call is a new one. */
export function settleIdempotencyKey(call: string): void {
  open.delete(call);
}

/** Like `crypto.randomUUID`, which browsers offer on https pages only. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
