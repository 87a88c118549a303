/**
 * What was told lately, so that a page that comes back is told what it has missed and reads nothing else anew. Each
 * process counts its own: a number of another one, or of long ago, says that everything may be stale.
 */
import { randomBytes } from "node:crypto";
import type { Notice } from "./announce.ts";

const MOST_KEPT = 1000;

let run = newRun();
let told = 0;
let kept: Notice[] = [];

/** The number of the last notice that every receiver has been sent. */
export function lastNoticeId(): string {
  return `${run}.${told}`;
}

export function nextNoticeId(): string {
  return `${run}.${told + 1}`;
}

/** Called when a notice has been delivered; its number was `nextNoticeId`. */
export function rememberNotice(notice: Notice): void {
  told += 1;
  kept.push(notice);
  if (kept.length > 2 * MOST_KEPT) kept = kept.slice(-MOST_KEPT);
}

/** Null: nobody knows any more. */
export function noticesSince(id: string): readonly Notice[] | null {
  const [ofRun, number] = id.split(".");
  const missed = told - Number(number);
  if (ofRun !== run || !Number.isSafeInteger(missed) || missed < 0 || missed > kept.length)
    return null;
  return missed === 0 ? [] : kept.slice(-missed);
}

/** Notices were lost, so no number says any more what was missed. */
export function forgetNotices(): void {
  run = newRun();
  kept = [];
}

function newRun(): string {
  return randomBytes(9).toString("base64url");
}
