/** The program that draws an avatar: the original comes in, the picture goes out. redraw.ts starts it. */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

const SIDE_PIXELS = 512;

const picture = await sharp(await buffer(process.stdin))
  .autoOrient()
  .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: "cover" })
  .webp({ quality: 82 })
  .toBuffer();
process.stdout.write(picture);
