/** What a browser loads before a screen can be used, found by following the imports of the build. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chunksImportedBy } from "#scripts/check/chunk-circles.ts";
import { root } from "#scripts/tools.ts";
import { type Figure, figure } from "./figure.ts";

const dist = join(root, "web", "dist");
const assets = join(dist, "assets");
const KILOBYTE = 1000;

export async function bundleFigures(): Promise<Figure[]> {
  const page = readFileSync(join(dist, "index.html"), "utf8");
  const entry = [...page.matchAll(/src="\/assets\/([^"]+\.js)"/g)].map(([, name = ""]) => name);
  const styles = [...page.matchAll(/href="\/assets\/([^"]+\.css)"/g)].map(([, name = ""]) => name);
  const signIn = withImports([...entry, chunk("sign-in-screen")]);
  const dashboard = withImports([...entry, chunk("shell"), chunk("dashboard-screen")]);
  return [
    figure("First load of sign-in, JavaScript", { ...sizeOf(signIn), most: 160 }),
    figure("First load of the dashboard, JavaScript", { ...sizeOf(dashboard), most: 190 }),
    figure("CSS of every screen", { ...sizeOf(styles), most: 20 }),
  ];
}

function chunk(name: string): string {
  const file = readdirSync(assets).find((candidate) =>
    new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(candidate),
  );
  if (file === undefined) throw new Error(`The build has no chunk "${name}"`);
  return file;
}

function withImports(names: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...chunksImportedBy(readFileSync(join(assets, name), "utf8")));
  }
  return [...found];
}

function sizeOf(names: readonly string[]): { value: number; unit: string } {
  const bytes = names.map((name) => gzipSync(readFileSync(join(assets, name))).length);
  return { value: bytes.reduce((sum, size) => sum + size, 0) / KILOBYTE, unit: "KB gzipped" };
}
