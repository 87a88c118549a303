/**
 * Draws the icons of the installed portal from its mark, after that has changed:
 *
 *     node scripts/draw-icons.ts
 */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { root } from "./tools.ts";

const publicDirectory = join(root, "web", "public");
const PETROL = "#0a4454";
/** Systems cut a maskable icon to any shape: what counts stands within the middle four fifths of it. */
const SAFE_SHARE = 0.8;

const mark = await readFile(join(publicDirectory, "favicon.svg"), "utf8");
/** Phones round the corners themselves. */
const withoutCorners = mark.replace(/ rx="8"/, "");

await mkdir(join(publicDirectory, "icons"), { recursive: true });
await draw(mark, 192, "icons/icon-192.png");
await draw(mark, 512, "icons/icon-512.png");
await draw(withoutCorners, 180, "apple-touch-icon.png");
await drawMaskable(512, "icons/icon-maskable-512.png");

async function draw(svg: string, size: number, name: string): Promise<void> {
  const picture = await rendered(svg, size);
  await sharp(picture).png({ palette: true }).toFile(join(publicDirectory, name));
}

async function drawMaskable(size: number, name: string): Promise<void> {
  const inner = Math.round(size * SAFE_SHARE);
  const input = await rendered(withoutCorners, inner);
  await sharp({ create: { width: size, height: size, channels: 3, background: PETROL } })
    .composite([{ input }])
    .png({ palette: true })
    .toFile(join(publicDirectory, name));
}

function rendered(svg: string, size: number): Promise<Buffer> {
  // The drawing is 32 units wide; 72 dots an inch draw one dot for each.
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();
}
