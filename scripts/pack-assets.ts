/** Packs the files of the web application once, when they are built, instead of at every visit. */
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const packers = { ".br": promisify(brotliCompress), ".gz": promisify(gzip) };
/** Below it, packing costs more than it spares. */
const WORTH_PACKING_BYTES = 1024;

/** Puts a `.br` and a `.gz` beside each file of this directory that is made of text. */
export async function packAssets(directory: string): Promise<void> {
  const names = globSync("**/*.{js,mjs,css,svg,json,webmanifest}", { cwd: directory });
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(`${directory}/${name}`);
      if (bytes.length < WORTH_PACKING_BYTES) return;
      for (const [ending, pack] of Object.entries(packers))
        await writeFile(`${directory}/${name}${ending}`, await pack(bytes));
    }),
  );
}
