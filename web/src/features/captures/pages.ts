/** The pages of a document before it is sent. Pure. */
export const MOST_PAGES = 20;
/** Below it the lines of a passport are hard to read. */
const SMALL_SIDE = 1600;

/** How often it was turned by a quarter, clockwise. */
export type Turns = 0 | 1 | 2 | 3;

export type Picture = {
  /** Upright as the camera says it (EXIF). */
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  /** For the screen. */
  readonly url: string;
};

export type Page = Picture & { readonly id: number; readonly turns: Turns };

export type Pages = {
  readonly list: readonly Page[];
  /** The place of the page that is looked at. */
  readonly at: number;
  /** The place that the next picture takes; null puts it at the end. */
  readonly retaken: number | null;
  readonly nextId: number;
};

export const noPages: Pages = { list: [], at: 0, retaken: null, nextId: 1 };

export type PageChange =
  | { readonly kind: "taken"; readonly picture: Picture }
  | { readonly kind: "look"; readonly at: number }
  | { readonly kind: "turn" | "remove" | "retake" | "add" }
  | { readonly kind: "move"; readonly by: 1 | -1 };

export function isFull({ list, retaken }: Pages): boolean {
  return retaken === null && list.length >= MOST_PAGES;
}

export function isSmall({ width, height }: Picture): boolean {
  return Math.max(width, height) < SMALL_SIDE;
}

export function changePages(pages: Pages, change: PageChange): Pages {
  const { list, at, retaken, nextId } = pages;
  const page = list[at];
  switch (change.kind) {
    case "taken": {
      if (isFull(pages)) return pages;
      const taken: Page = { ...change.picture, id: nextId, turns: 0 };
      const place = retaken ?? list.length;
      return {
        list: list.toSpliced(place, 1, taken),
        at: place,
        retaken: null,
        nextId: nextId + 1,
      };
    }
    case "look":
      return { ...pages, at: change.at, retaken: null };
    case "retake":
      return { ...pages, retaken: at };
    case "add":
      return { ...pages, retaken: null };
    case "turn":
      if (page === undefined) return pages;
      return { ...pages, list: list.with(at, { ...page, turns: ((page.turns + 1) % 4) as Turns }) };
    case "remove":
      return {
        ...pages,
        list: list.toSpliced(at, 1),
        at: Math.max(0, Math.min(at, list.length - 2)),
      };
    case "move": {
      const to = at + change.by;
      if (page === undefined || list[to] === undefined) return pages;
      return { ...pages, list: list.toSpliced(at, 1).toSpliced(to, 0, page), at: to };
    }
  }
}
