/** Avatars and logos are drawn anew: nothing of the original file but its picture survives (asvs 57, W-BUR-003). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readImageHeader } from "./image-header.ts";
import { createSlots } from "./slots.ts";

export const MOST_PIXELS = 25_000_000;
/** Red, green, blue and opacity of eight bits each; a picture of sixteen may have half as many pixels. */
const MAX_DECODED_BYTES = MOST_PIXELS * 4;
const bytesOfSample: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const WIDEST_SAMPLE_BYTES = 8;

export type RedrawnAs = "avatar" | "logo";
export const redrawnMimeTypes: Record<RedrawnAs, string> = {
  avatar: "image/webp",
  logo: "image/png",
};
const DRAWING_MS = 20_000;
/** What a drawing program ends with when there are more pixels than it may make room for. */
const TOO_MANY_PIXELS = 3;

const slots = createSlots({
  count: 2,
  waitMs: 20_000,
  busy: "Too many pictures are being changed. Please try again in a moment.",
});

export type Redrawn = Buffer | "tooManyPixels" | "unreadable";

/** Not even its bytes are in memory before it is this picture's turn. */
export function redraw(
  as: RedrawnAs,
  readOriginal: () => Promise<Buffer>,
  drawingMs = DRAWING_MS,
): Promise<Redrawn> {
  return slots.run(async () => {
    const original = await readOriginal();
    // A drawing of lines is a program of a kind: it is read where it is drawn, and nowhere else.
    if (!(as === "logo" && isSvg(original))) {
      const decodedBytes = await measureDecoded(original);
      if (decodedBytes === null) return "unreadable";
      if (decodedBytes > MAX_DECODED_BYTES) return "tooManyPixels";
    }
    return draw(as, original, drawingMs);
  });
}

/** PNG and JPEG begin with bytes that are no text. */
function isSvg(original: Buffer): boolean {
  return original[0] !== 0x89 && original[0] !== 0xff;
}

/** Reads the header only. */
async function measureDecoded(original: Buffer): Promise<number | null> {
  try {
    const { width, height, depth } = await readImageHeader(original);
    // Counted as if each had four channels: whatever has fewer is not worth a rule of its own.
    return width * height * 4 * (bytesOfSample[depth] ?? WIDEST_SAMPLE_BYTES);
  } catch {
    return null;
  }
}

/**
 * In a process of its own: what decoding takes from the machine is given back when it ends, and the decoder never sees
 * the portal's keys. Unreadable when there is no picture after all this time, or none at all.
 */
async function draw(as: RedrawnAs, original: Buffer, drawingMs: number): Promise<Redrawn> {
  const program = spawn(process.execPath, [join(import.meta.dirname, `draw-${as}.ts`)], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
    timeout: drawingMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  // It may end before it has read everything.
  program.stdin.on("error", () => undefined);
  program.stdin.end(original);
  const [picture, [code]] = await Promise.all([buffer(program.stdout), once(program, "close")]);
  if (code === TOO_MANY_PIXELS) return "tooManyPixels";
  return code === 0 ? picture : "unreadable";
}
