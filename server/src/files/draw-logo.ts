/**
 * The program that draws a logo: the original comes in, a PNG goes out. redraw.ts starts it. A script or a link in an SVG
 * does nothing here: what draws it runs no script and, given bytes instead of a file, opens no address.
 */
import { buffer } from "node:stream/consumers";
import sharp from "sharp";

/** As large as any place that shows one, printed finely. */
const WIDEST = 960;
const HIGHEST = 320;
const MOST_PIXELS = 25_000_000;
const TOO_MANY_PIXELS = 3;
/** What a drawing of lines is drawn at unless told otherwise, and the most that sharp takes. */
const USUAL_DENSITY = 72;
const MOST_DENSITY = 2400;

const original = await buffer(process.stdin);
const { format, width, height } = await sharp(original, { limitInputPixels: false }).metadata();
if (width * height > MOST_PIXELS) process.exit(TOO_MANY_PIXELS);
const scale = Math.min(WIDEST / width, HIGHEST / height);
const density =
  format === "svg" ? Math.max(1, Math.min(MOST_DENSITY, USUAL_DENSITY * scale)) : USUAL_DENSITY;
const picture = await sharp(original, { density, limitInputPixels: MOST_PIXELS })
  .autoOrient()
  .resize(WIDEST, HIGHEST, { fit: "inside", withoutEnlargement: true })
  .png({ compressionLevel: 9 })
  .toBuffer();
process.stdout.write(picture);
