/**
 * The parts of the built web load one another in one direction. In a circle one of them runs before what it is made with,
 * and whether the page then stays blank is up to the order in which the browser gets them.
 */
import type { Problem, SourceFile } from "./sources.ts";

/** The build writes static imports as `from"./x.js"` or `import"./x.js"`; a lazy one has a parenthesis between. */
const STATIC_IMPORT = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** The chunks that a chunk needs before it runs. */
export function chunksImportedBy(code: string): string[] {
  return [...code.matchAll(STATIC_IMPORT)].map(([, name = ""]) => name);
}

/** Every chunk that needs itself, by way of which others. */
export function findChunkCircles(files: readonly SourceFile[]): Problem[] {
  const chunks = files.filter(({ path }) => /^web\/dist\/assets\/.*\.js$/.test(path));
  const imports = new Map(
    chunks.map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), chunksImportedBy(text)]),
  );
  return [...imports.keys()].flatMap((name) => {
    const circle = wayBack(name, imports);
    if (circle === null) return [];
    const message = `Chunks import one another in a circle: ${circle.join(" → ")}`;
    return [{ path: `web/dist/assets/${name}`, line: 1, message }];
  });
}

/** The shortest way from a chunk along the imports to itself. */
function wayBack(name: string, imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const seen = new Set<string>();
  const ways = [[name]];
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of imports.get(way.at(-1) ?? "") ?? []) {
      if (next === name) return [...way, next];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return null;
}
