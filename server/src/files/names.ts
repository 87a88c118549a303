/** File names as people give them: kept readable in every script, harmless in headers, archives and on any disk. */
import { extname } from "node:path";
import { visibleText } from "contract/visible-text";

const MAX_NAME_CHARACTERS = 200;
/** D-076. */
export const MAX_RENAMED_CHARACTERS = 255;
const FALLBACK_NAME = "document";

/** Controls, line ends, byte order marks, and marks that turn the reading direction ("gpj.exe" shown as "exe.jpg"). */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** The name of an uploaded file (security.md 5.2 step 8). */
export function cleanUploadName(raw: string): string {
  // Browsers write a quotation mark in a multipart header as %22.
  const readable = repairMangledUtf8(raw.replaceAll("%22", '"'));
  const withoutPath = readable.split(/[\\/]/).at(-1) ?? "";
  return cleanName(withoutPath, MAX_NAME_CHARACTERS) || FALLBACK_NAME;
}

/** D-076: a rename keeps the old extension. Empty when nothing readable is left; the caller refuses that. */
export function cleanRename(oldName: string, newName: string): string {
  const name = cleanName(newName, MAX_RENAMED_CHARACTERS);
  const extension = extname(oldName);
  if (name === "") return name;
  if (name.toLowerCase().endsWith(extension.toLowerCase())) {
    const base = name.slice(0, name.length - extension.length);
    // The extension alone is no name: whoever cleared the rest keeps what was there.
    return /[^\s.]/u.test(base) ? name : oldName;
  }
  return shorten(name + extension, MAX_RENAMED_CHARACTERS);
}

export function cleanName(raw: string, maxCharacters: number): string {
  // D-184; a line end in a file name is no blank.
  const visible = visibleText(raw.toWellFormed().replace(invisible, "")).replace(/[\\/]/g, "_");
  const name = shorten(visible.normalize("NFC"), maxCharacters);
  return name === "." || name === ".." ? "" : name;
}

/** RFC 6266 with the name as RFC 8187 says, and a plain ASCII one for programs that know neither (S-28). */
export function contentDisposition(kind: "inline" | "attachment", rawName: string): string {
  const name = cleanName(rawName, MAX_RENAMED_CHARACTERS) || FALLBACK_NAME;
  const ascii = name.replace(/[^\x20-\x7E]/gu, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** "é" that arrives as "Ã©": UTF-8 that somebody has read as Latin-1. */
function repairMangledUtf8(name: string): string {
  const bytes = Buffer.from(name, "latin1");
  if (bytes.toString("latin1") !== name) return name;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
}

/** Cuts the middle away: the extension says what the file is. */
function shorten(name: string, maxCharacters: number): string {
  if (countCharacters(name) <= maxCharacters) return name;
  const extension = countCharacters(extname(name)) <= 10 ? extname(name) : "";
  const base = extension ? name.slice(0, -extension.length) : name;
  const room = maxCharacters - countCharacters(extension);
  // A joiner joins nothing where the rest was cut off.
  const kept = cutText(base, room, countCharacters).replace(/[\s\u200C\u200D]+$/u, "");
  return kept + extension;
}

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** As much of a text as fits, without cutting through an emoji or a letter with its accents. */
export function cutText(text: string, room: number, measure: (part: string) => number): string {
  let used = 0;
  let kept = "";
  for (const { segment } of letters.segment(text)) {
    used += measure(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept;
}

export function countCharacters(text: string): number {
  return Array.from(text).length;
}
