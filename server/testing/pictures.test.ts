import sharp from "sharp";
import { expect, it } from "vitest";
import { differenceOf, MOST_PICTURE_BYTES, packPicture } from "./pictures.ts";

const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
const ground = { width: 200, height: 100, channels: 3, background: "#0a4454" } as const;
const plain = () => sharp({ create: ground }).png().toBuffer();

/** The plain picture with so many pixels of another colour. */
function withSpot(width: number, height: number): Promise<Buffer> {
  const spot = { create: { ...ground, width, height, background: "#ffffff" } };
  return sharp({ create: ground })
    .composite([{ input: spot, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

it("counts the share of pixels in which two pictures differ", { tags: ["W-RUN-013"] }, async () => {
  expect(await differenceOf(await plain(), await plain())).toBe(0);
  expect(await differenceOf(await plain(), await withSpot(5, 4))).toBe(0.001);
  expect(await differenceOf(await plain(), await withSpot(200, 50))).toBe(0.5);
  const wider = await sharp({ create: { ...ground, width: 100, height: 200 } })
    .png()
    .toBuffer();
  expect(await differenceOf(await plain(), wider)).toBe(1);
});

it("packs even a picture full of noise into 120 KB, and a plain one without a trace", async () => {
  const create = { width: 700, height: 500, channels: 3 as const, background: "#000", noise };
  const packed = await packPicture(await sharp({ create }).png().toBuffer());
  expect(packed.length).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
  expect(await differenceOf(await plain(), await packPicture(await plain()))).toBe(0);
});
