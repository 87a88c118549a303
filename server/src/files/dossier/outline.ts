/** Bookmarks, open to the second level. */
import { PDFHexString, PDFName, type PDFContext, type PDFRef } from "@cantoo/pdf-lib";
import type { PaperOrder } from "./part-order.ts";

/** `page` counts from 0. */
export type Bookmark = { title: string; page: number; children: Bookmark[] };

const OPEN_LEVELS = 1;

export function writeOutline(
  context: PDFContext,
  { bookmarks, pages }: { bookmarks: readonly Bookmark[]; pages: readonly PDFRef[] },
): PDFRef {
  const root = context.nextRef();
  const shown = writeLevel({ context, pages }, { bookmarks, parent: root, level: 1 });
  context.assign(root, context.obj({ Type: "Outlines", ...shown }));
  return root;
}

/** Below the section that it stands under. */
export function addBookmark(
  part: Bookmark,
  { no, label, person, heading }: PaperOrder,
  page: number,
) {
  let section = part.children.at(-1);
  if (section?.title !== heading)
    part.children.push((section = { title: heading, page, children: [] }));
  const title = `${no} ${label}${person === null ? "" : ` – ${person}`}`;
  section.children.push({ title, page, children: [] });
}

type Place = { context: PDFContext; pages: readonly PDFRef[] };
type Level = { bookmarks: readonly Bookmark[]; parent: PDFRef; level: number };
type Shown = { First?: PDFRef; Last?: PDFRef; Count?: number };

/** What stands below something, as it names it: how many lines are seen when it is open. */
function writeLevel(place: Place, { bookmarks, parent, level }: Level): Shown {
  const { context, pages } = place;
  const refs = bookmarks.map(() => context.nextRef());
  let seen = 0;
  for (const [index, { title, page, children }] of bookmarks.entries()) {
    const ref = refs[index];
    const target = pages[page];
    if (!ref || !target) continue;
    const below = writeLevel(place, { bookmarks: children, parent: ref, level: level + 1 });
    const isOpen = level <= OPEN_LEVELS;
    const count = below.Count ?? 0;
    seen += 1 + (isOpen ? count : 0);
    const entry = context.obj({
      ...below,
      ...(count > 0 && { Count: isOpen ? count : -count }),
      Parent: parent,
      Dest: [target, "Fit"],
    });
    entry.set(PDFName.of("Title"), PDFHexString.fromText(title));
    const [previous, next] = [refs[index - 1], refs[index + 1]];
    if (previous) entry.set(PDFName.of("Prev"), previous);
    if (next) entry.set(PDFName.of("Next"), next);
    context.assign(ref, entry);
  }
  const [first, last] = [refs.at(0), refs.at(-1)];
  return first && last ? { First: first, Last: last, Count: seen } : {};
}
