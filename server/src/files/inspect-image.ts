/** Images: readable by sharp, of the claimed format, and small enough to be decoded anywhere (asvs 51). */
import { readImageHeader } from "./image-header.ts";
import type { PlainSource } from "./plain-source.ts";
import { createSlots } from "./slots.ts";

const MAX_PIXELS = 50_000_000;
const FIRST_LOOK_BYTES = 65_536;

type ImageName = "jpeg" | "png" | "webp" | "gif" | "heic";

/** sharp's own names, and the formats whose beginning is enough for it. */
const readers: Record<ImageName, { format: string; isHeadEnough: boolean }> = {
  jpeg: { format: "jpeg", isHeadEnough: true },
  png: { format: "png", isHeadEnough: true },
  heic: { format: "heif", isHeadEnough: true },
  webp: { format: "webp", isHeadEnough: false },
  gif: { format: "gif", isHeadEnough: false },
};

/** Whole images in memory: at most two at a time. */
const slots = createSlots({
  count: 2,
  waitMs: 20_000,
  busy: "Too many pictures are being looked at. Please try again in a moment.",
});

export async function isImageOf(name: ImageName, source: PlainSource): Promise<boolean> {
  const reader = readers[name];
  if (reader.isHeadEnough) {
    const size = await measure(await source.read(0, FIRST_LOOK_BYTES), reader.format);
    if (size) return size.pixels <= MAX_PIXELS;
  }
  if (name === "gif" && (await gifCanvas(source)) > MAX_PIXELS) return false;
  return slots.run(async () => {
    const size = await measure(await source.read(0, source.size), reader.format);
    return size !== null && size.pixels <= MAX_PIXELS;
  });
}

/** What a browser makes room for; sharp looks at the pictures on it alone. */
async function gifCanvas(source: PlainSource): Promise<number> {
  const header = await source.read(0, 10);
  return header.length < 10 ? 0 : header.readUInt16LE(6) * header.readUInt16LE(8);
}

/** Reads the header only; no pixel is decoded. */
async function measure(bytes: Buffer, format: string): Promise<{ pixels: number } | null> {
  try {
    const found = await readImageHeader(bytes);
    return found.format === format ? { pixels: found.width * found.height } : null;
  } catch {
    return null;
  }
}
