/** What is to be said about a document before it is accepted. Pure. */
import type { QueueRow } from "contract/reviews";
import { formatPlainDate } from "#web/format/time.ts";
import { reviewMessages } from "#web/messages/review.ts";

const texts = reviewMessages.warnings;
const DAY_MS = 86_400_000;

/** The date that accepting asks for; null when the paper has none that counts. */
export function askedDateOf({ rule }: QueueRow): "issuedOn" | "expiresOn" | null {
  const basis = rule?.window?.basis ?? "none";
  if (basis === "none") return null;
  return basis === "expiry-date" ? "expiresOn" : "issuedOn";
}

/** Whether type or person are missing, without which nothing can be accepted. */
export function needsSorting({ document, item, person }: QueueRow): boolean {
  if (document.extraItemId !== null) return false;
  return document.category === "uncategorized" || (item === null && person === null);
}

/** Of the date that stands in the field, whoever put it there. */
export function dateWarning({ rule }: QueueRow, day: string): string | null {
  const window = rule?.window ?? null;
  if (window === null || window.basis === "none" || day === "") return null;
  const { referenceDay, days, basis } = window;
  const told = formatPlainDate(referenceDay);
  if (basis === "expiry-date") {
    const left = daysBetween(referenceDay, day);
    return left < days ? texts.tooShort(Math.max(0, left), told, days) : null;
  }
  const age = daysBetween(day, referenceDay);
  return age > days ? texts.tooOld(age, told, days) : null;
}

export function otherWarnings({ item, sameAs }: QueueRow): string[] {
  const warnings: string[] = [];
  if (item !== null && item.files.accepted >= item.files.max)
    warnings.push(texts.enough(item.files.accepted, item.files.max));
  if (sameAs !== null) warnings.push(texts.same(sameAs));
  return warnings;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
