/**
 * Where this page stands among the live updates: the number of the last one when it began to read. What is told between
 * that moment and the opening of the stream is told again when the stream opens.
 */
export const LIVE_POSITION_HEADER = "x-live-position";

let position: string | null = null;

/** The first answer counts: whatever this page shows was read after it. */
export function noteLivePosition(told: string | null): void {
  position ??= told;
}

/** Null while nobody has been found signed in. */
export function livePosition(): string | null {
  return position;
}
