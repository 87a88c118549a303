/**
 * The steps an upload takes (security.md 5.2), told as they are reached. No setting listens to them: only a program that
 * is loaded together with the portal can, as `npm run faults` does to end the process at each of them (reliability 3).
 */
export const uploadSteps = [
  /** There is room for it, and nothing of the body has been read. */
  "admitted",
  /** A file has begun. */
  "begun",
  /** Its first bytes are what its name claims. */
  "recognised",
  /** It is on disk, encrypted, and has been looked at as a whole. */
  "spooled",
  "scanned",
  /** Its bytes are where they stay. */
  "stored",
  /** Its row is written, and not yet committed. */
  "written",
  /** Everything is committed, and nobody has been told. */
  "committed",
] as const;
export type UploadStep = (typeof uploadSteps)[number];

let listener: (step: UploadStep) => void = () => undefined;

export function emitUploadStep(step: UploadStep): void {
  listener(step);
}

export function onEveryStep(listen: (step: UploadStep) => void): void {
  listener = listen;
}
