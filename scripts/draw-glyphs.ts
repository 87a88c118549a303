/**
 * Draws the 37 characters of a passport's lines as `glyphs.bin`: run once, and again if their size changes. The typeface
 * and its licence: `server/src/modules/readings/lines/glyphs.md`.
 *
 *     node scripts/draw-glyphs.ts
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawGlyphs } from "server/testing/passports/draw-glyphs.ts";
import { root } from "#scripts/tools.ts";

writeFileSync(join(root, "server/src/modules/readings/lines/glyphs.bin"), drawGlyphs());
