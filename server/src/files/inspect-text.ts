/** Plain text: valid UTF-8, or UTF-16 with a byte order mark, without NUL, and no markup under a harmless name. */
import { CHUNK_BYTES } from "./encryption.ts";
import type { PlainSource } from "./plain-source.ts";

/** SVG is refused under any name (asvs 9); so is a page. */
const markup = /^\s*<(\?xml|!doctype|!--|html|head|body|script)|<svg[\s>]/i;

export async function isPlainText(source: PlainSource): Promise<boolean> {
  const decoder = new TextDecoder(encodingOf(await source.read(0, 2)), { fatal: true });
  let isFirst = true;
  try {
    for (let at = 0; at < source.size; at += CHUNK_BYTES) {
      const text = decoder.decode(await source.read(at, CHUNK_BYTES), { stream: true });
      if (text.includes("\0") || (isFirst && markup.test(text))) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return "utf-8";
}
