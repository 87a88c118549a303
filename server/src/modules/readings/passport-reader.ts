/**
 * The reader of passports, in a process of its own that ends a minute after the last one. It takes the bytes of a PDF, JPEG
 * or PNG, already decrypted, and gives what its lines say; nothing of them is written anywhere on the way.
 */
import { createLastingChild } from "#server/jobs/lasting-child.ts";
import type { PassportFile, PassportReading } from "./lines/read-passport.ts";

/** The version of reader and glyph table: a reading says which one made it. */
const ENGINE = "1";

export type PassportOrder = { want: "reading" | "strip"; file: PassportFile };
export type PassportAnswer = { reading: PassportReading } | { strip: Uint8Array | null };

export class TooManyStrips extends Error {}

export interface PassportReader {
  engine: string;
  /** Throws ChildTimeout after 30 seconds, and ChildCrashed. */
  read(file: PassportFile): Promise<PassportReading>;
  /** The two lines as a PNG, straightened, 100 pixels high; null where there are none. Throws TooManyStrips as well. */
  strip(file: PassportFile): Promise<Uint8Array | null>;
  /** Null while nothing is read, from a minute after the last one on. */
  processId(): number | null;
  close(): Promise<void>;
}

/** Pictures of lines that may wait; whoever comes then is asked to come back. */
const MOST_STRIPS = 8;
const LIMIT_MS = 30_000;
const IDLE_MS = 60_000;
const HEAP_MEGABYTES = 256;
/** A picture of 50 megapixels, and the engine. */
const MEGABYTES = 1000;
const PROGRAM = new URL("./passport-reader.program.ts", import.meta.url);

/** With another program for tests of what may become of it. */
export function createPassportReader({
  program = PROGRAM,
  limitMs = LIMIT_MS,
  idleMs = IDLE_MS,
  heapMegabytes = HEAP_MEGABYTES,
} = {}): PassportReader {
  const child = createLastingChild<PassportOrder, PassportAnswer>({
    program,
    limitMs,
    idleMs,
    heapMegabytes,
    megabytes: MEGABYTES,
  });
  let strips = 0;
  return {
    engine: ENGINE,
    read: async (file) => {
      const answer = await child.ask({ want: "reading", file });
      if ("reading" in answer) return answer.reading;
      throw new Error("The reader has answered something else.");
    },
    strip: async (file) => {
      if (strips === MOST_STRIPS) throw new TooManyStrips();
      strips += 1;
      try {
        const answer = await child.ask({ want: "strip", file });
        return "strip" in answer ? answer.strip : null;
      } finally {
        strips -= 1;
      }
    },
    processId: () => child.processId(),
    close: () => child.close(),
  };
}
