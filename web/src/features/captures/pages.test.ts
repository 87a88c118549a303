import { describe, expect, it, vi } from "vitest";
import { MEGABYTE } from "contract/files";
import { documentOf, TooLargeTogether } from "./document-of-pages.ts";
import { type Drawing, drawnSize } from "./page-drawing.ts";
import {
  changePages,
  isFull,
  isSmall,
  MOST_PAGES,
  noPages,
  type Page,
  type PageChange,
  type Pages,
} from "./pages.ts";

const picture = (name: string) => ({
  blob: new Blob([name]),
  width: 4000,
  height: 3000,
  url: name,
});
const taken = (name: string): PageChange => ({ kind: "taken", picture: picture(name) });
const after = (...changes: PageChange[]): Pages => changes.reduce(changePages, noPages);
const names = ({ list }: Pages) => list.map(({ url, turns }) => `${url}${turns}`);

describe("the pages of a document", () => {
  it("can be turned, taken again, moved and removed", { tags: ["W-PHO-005"] }, () => {
    const three = [taken("a"), taken("b"), taken("c")];
    expect(names(after(...three, { kind: "turn" }, { kind: "turn" }))).toEqual(["a0", "b0", "c2"]);
    const first: PageChange = { kind: "look", at: 0 };
    const again = after(...three, first, { kind: "retake" }, taken("d"));
    expect(names(again)).toEqual(["d0", "b0", "c0"]);
    expect(again.at).toBe(0);
    const moved = after(...three, first, { kind: "turn" }, { kind: "move", by: 1 });
    expect(names(moved)).toEqual(["b0", "a1", "c0"]);
    expect(moved.at).toBe(1);
    expect(names(changePages(moved, { kind: "remove" }))).toEqual(["b0", "c0"]);
    expect(names(after(...three, { kind: "move", by: 1 }))).toEqual(["a0", "b0", "c0"]);
  });

  it("are twenty at most; one taken again is none more", { tags: ["W-PHO-006"] }, () => {
    const twenty = after(...Array.from({ length: MOST_PAGES }, (_, at) => taken(String(at))));
    expect(isFull(twenty)).toBe(true);
    expect(changePages(twenty, taken("21")).list).toHaveLength(20);
    const again = changePages(changePages(twenty, { kind: "retake" }), taken("21"));
    expect(again.list.at(-1)?.url).toBe("21");
  });

  it("are small below 1,600 dots", () => {
    expect(isSmall({ ...picture("a"), width: 1599, height: 1200 })).toBe(true);
    expect(isSmall({ ...picture("a"), width: 1200, height: 1600 })).toBe(false);
  });

  it(
    "are drawn with a long side of 3,000 at most, turned as they were",
    { tags: ["W-PHO-007"] },
    () => {
      const page = { width: 4000, height: 3000, turns: 0 } as const;
      expect(drawnSize(page, 3000)).toMatchObject({ width: 3000, height: 2250 });
      expect(drawnSize({ ...page, turns: 1 }, 3000)).toMatchObject({ width: 2250, height: 3000 });
      expect(drawnSize({ width: 800, height: 600, turns: 2 }, 3000)).toMatchObject({ width: 800 });
    },
  );
});

describe("the file that is made of them", () => {
  const join = vi.fn<(pictures: readonly Blob[]) => Promise<Blob>>((pictures) =>
    Promise.resolve(new Blob([...pictures], { type: "application/pdf" })),
  );
  /** Each page has so many megabytes, by the drawing. */
  const drawn = (...megabytes: number[]) => {
    const tried: Drawing[] = [];
    const draw = (_: Page, drawing: Drawing) => {
      if (tried.at(-1) !== drawing) tried.push(drawing);
      const bytes = new Uint8Array((megabytes[tried.length - 1] ?? 0) * MEGABYTE);
      return Promise.resolve(new Blob([bytes], { type: "image/jpeg" }));
    };
    return { tried, making: { draw, join } };
  };
  const pages = (count: number) =>
    after(...Array.from({ length: count }, (_, at) => taken(String(at)))).list;

  it("is a picture of one page and one PDF of more", { tags: ["W-PHO-006"] }, async () => {
    const one = await documentOf(pages(1), "Passport", drawn(1).making);
    expect([one.name, one.type]).toEqual(["Passport.jpg", "image/jpeg"]);
    expect(join).not.toHaveBeenCalled();
    const more = await documentOf(pages(20), "Work / Business", drawn(0.1).making);
    expect([more.name, more.type]).toEqual(["Work - Business.pdf", "application/pdf"]);
    expect(join.mock.lastCall?.[0]).toHaveLength(20);
  });

  it("is drawn smaller twice before it is too large", { tags: ["W-PHO-008"] }, async () => {
    const fits = drawn(6, 6, 4);
    await documentOf(pages(2), "Passport", fits.making);
    expect(fits.tried).toEqual([
      { longSide: 3000, quality: 0.85 },
      { longSide: 2400, quality: 0.75 },
      { longSide: 2000, quality: 0.65 },
    ]);
    const never = documentOf(pages(2), "Passport", drawn(9, 8, 6).making);
    await expect(never).rejects.toEqual(new TooLargeTogether(12 * MEGABYTE));
    const exactly = drawn(5);
    await documentOf(pages(2), "Passport", exactly.making);
    expect(exactly.tried).toHaveLength(1);
  });
});
