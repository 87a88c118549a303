import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sampleImage } from "#testing/sample-files.ts";
import { MOST_PIXELS, redraw as redrawAs } from "./redraw.ts";

type Size = { width: number; height: number };

/** Many pixels in few bytes. */
const plainPng = (size: Size, progressive = false) =>
  sharp({ create: { ...size, channels: 3, background: "teal" } })
    .png({ progressive })
    .toBuffer();

function deepPng({ width, height }: Size): Promise<Buffer> {
  const raw = { width, height, channels: 3 } as const;
  return sharp(new Uint16Array(width * height * 3).fill(4711), { raw })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}

const redraw = (picture: Buffer, drawingMs?: number) =>
  redrawAs("avatar", async () => picture, drawingMs);

describe("an avatar", { tags: ["asvs-57"] }, () => {
  it("has at most 25 megapixels, however few bytes they take", async () => {
    expect(MOST_PIXELS).toBe(25_000_000);
    const largest = await plainPng({ width: 5000, height: 5000 });
    expect(largest.length).toBeLessThan(500_000);
    expect(await redraw(largest)).toBeInstanceOf(Buffer);
    expect(await redraw(await plainPng({ width: 5001, height: 5000 }))).toBe("tooManyPixels");
  });

  it("of sixteen bits a colour takes twice the room, and comes out with eight", async () => {
    const deep = await deepPng({ width: 600, height: 400 });
    expect(await sharp(deep).metadata()).toMatchObject({ depth: "ushort" });
    const drawn = await redraw(deep);
    expect(await sharp(drawn as Buffer).metadata()).toMatchObject({ depth: "uchar", width: 512 });
    expect(await redraw(await deepPng({ width: 5000, height: 2501 }))).toBe("tooManyPixels");
  });

  it("is given up when drawing takes too long, and when there is no picture", async () => {
    const picture = await sampleImage("jpeg");
    expect(await redraw(picture, 1)).toBe("unreadable");
    expect(await redraw(picture.subarray(0, 300))).toBe("unreadable");
    expect(await redraw(Buffer.from("no picture"))).toBe("unreadable");
  });

  it("is drawn in turn, two at a time", async () => {
    const picture = await sampleImage("jpeg");
    const open: (() => void)[] = [];
    let begun = 0;
    const held = () =>
      redrawAs("avatar", async () => {
        begun += 1;
        await new Promise<void>((resolve) => open.push(resolve));
        return picture;
      });
    const all = [held(), held(), held()];
    await Promise.resolve();
    expect(begun).toBe(2);
    open[0]?.();
    await all[0];
    await expect.poll(() => begun).toBe(3);
    for (const release of open) release();
    expect((await Promise.all(all)).every((one) => one instanceof Buffer)).toBe(true);
  });

  it("leaves the memory of its pixels with a process that has ended", async () => {
    // Such a picture cannot be decoded line by line: it is in memory as a whole.
    const picture = await plainPng({ width: 5000, height: 5000 }, true);
    await redraw(picture);
    const before = process.memoryUsage().rss;
    for (let time = 0; time < 3; time += 1) await redraw(picture);
    // One of them takes 75 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000);
  });
});
