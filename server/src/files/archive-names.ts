/** Names inside a ZIP, and of the ZIP itself: they must survive every unpacking program on every system (asvs 54). */
import { extname } from "node:path";
import { cleanName, countCharacters, cutText, MAX_RENAMED_CHARACTERS } from "./names.ts";

/** Unpacked names are limited in bytes on most disks; an Arabic letter takes two of them, an emoji four. */
const MAX_MEMBER_BYTES = 200;
/** D-073. */
const MAX_ARCHIVE_CHARACTERS = 150;
const forbiddenOnWindows = /[\\/:*?"<>|]/g;
const reservedOnWindows = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

/** Gives each member a name of its own; equal names get " (2)", " (3)" before the extension (D-074). */
export function createMemberNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const name = memberName(wanted);
    for (let count = 1; ; count += 1) {
      const candidate = count === 1 ? name : numbered(name, count);
      const folded = candidate.toLowerCase().normalize("NFC");
      if (taken.has(folded)) continue;
      taken.add(folded);
      return candidate;
    }
  };
}

/** Gives each file of an archive with folders a path of its own, names as above within each folder. */
export function createMemberPaths(): (folders: readonly string[], wanted: string) => string {
  const namesIn = new Map<string, (wanted: string) => string>();
  return (folders, wanted) => {
    const folder = folders.map((name) => `${memberName(name)}/`).join("");
    const folded = folder.toLowerCase().normalize("NFC");
    const nameOf = namesIn.get(folded) ?? createMemberNames();
    namesIn.set(folded, nameOf);
    return folder + nameOf(wanted);
  };
}

/** '{title}_{stage}_Documents.zip' (C:60). */
export function stageArchiveName(title: string, stage: string): string {
  return cleanArchiveName(`${title}_${stage}_Documents.zip`);
}

/** D-073; also for a file name that comes from the client. */
export function cleanArchiveName(raw: string): string {
  return cleanOutgoingName(raw, ".zip");
}

/** By the same rule. */
export function cleanPaperName(raw: string): string {
  return cleanOutgoingName(raw, ".pdf");
}

function cleanOutgoingName(raw: string, ending: ".zip" | ".pdf"): string {
  const printable = cleanName(raw.replace(/\p{Cc}/gu, "_"), 10_000);
  const name = withoutOuterDots(printable.replace(forbiddenOnWindows, "_"));
  const hasEnding = name.toLowerCase().endsWith(ending);
  const base = (hasEnding ? name.slice(0, -ending.length) : name) || "Documents";
  const kept = cutText(base, MAX_ARCHIVE_CHARACTERS - ending.length, countCharacters);
  return `${withoutOuterDots(kept)}${ending}`;
}

function memberName(wanted: string): string {
  const flat = cleanName(wanted, MAX_RENAMED_CHARACTERS).replace(forbiddenOnWindows, "_");
  return fitting(withoutOuterDots(flat.replace(/\.{2,}/g, ".")), "");
}

function numbered(name: string, count: number): string {
  return fitting(name, ` (${count})`);
}

function fitting(name: string, suffix: string): string {
  const extension = Buffer.byteLength(extname(name)) <= 20 ? extname(name) : "";
  const base = extension ? name.slice(0, -extension.length) : name;
  const room = MAX_MEMBER_BYTES - Buffer.byteLength(`_${suffix}${extension}`);
  const kept = withoutOuterDots(cutText(base, room, (part) => Buffer.byteLength(part)));
  const whole = (kept || "document") + suffix + extension;
  return reservedOnWindows.test(whole) ? `_${whole}` : whole;
}

/** Windows drops dots and spaces at the end of a name; at its start a dot hides the file. */
function withoutOuterDots(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/gu, "");
}
