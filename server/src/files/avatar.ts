/** Avatars are drawn anew: nothing of the original file but its picture survives (asvs 57). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { readImageHeader } from "./image-header.ts";
import { createSlots } from "./slots.ts";

export const MAX_AVATAR_PIXELS = 25_000_000;
/** Red, green, blue and opacity of eight bits each; a picture of sixteen may have half as many pixels. */
const MAX_DECODED_BYTES = MAX_AVATAR_PIXELS * 4;
const bytesOfSample: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 };
const WIDEST_SAMPLE_BYTES = 8;

export const AVATAR_MIME_TYPE = "image/webp";
const DRAWING_MS = 20_000;
const DRAWING_PROGRAM = join(import.meta.dirname, "draw-avatar.ts");

const slots = createSlots({
  count: 2,
  waitMs: 20_000,
  busy: "Too many pictures are being changed. Please try again in a moment.",
});

export type Redrawn = Buffer | "tooManyPixels" | "unreadable";

/** Not even its bytes are in memory before it is this picture's turn. */
export function redrawAvatar(
  readOriginal: () => Promise<Buffer>,
  drawingMs = DRAWING_MS,
): Promise<Redrawn> {
  return slots.run(async () => {
    const original = await readOriginal();
    const decodedBytes = await measureDecoded(original);
    if (decodedBytes === null) return "unreadable";
    if (decodedBytes > MAX_DECODED_BYTES) return "tooManyPixels";
    return (await draw(original, drawingMs)) ?? "unreadable";
  });
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
 * the portal's keys. Null when there is no picture after all this time, or none at all.
 */
async function draw(original: Buffer, drawingMs: number): Promise<Buffer | null> {
  const program = spawn(process.execPath, [DRAWING_PROGRAM], {
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
  return code === 0 ? picture : null;
}
