/** Builds the web application when its sources are not those of the build that is there. */
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { packAssets } from "#scripts/pack-assets.ts";
import { root, runTool } from "#scripts/tools.ts";

const build = join(root, "web", "dist");
const stampName = ".sources";

/** Everything the build is made from. */
const sources = [
  "web/src/**/*",
  "web/public/**/*",
  "web/index.html",
  "web/package.json",
  "web/vite.config.ts",
  "contract/src/**/*",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
  "scripts/pack-assets.ts",
];

export async function buildWebIfNeeded(): Promise<void> {
  const wanted = hashSources();
  if (stampOf(build) === wanted) return;
  console.log("Building the web application …");
  // Beside its place and then renamed: a portal that is running never sees half a build.
  const draft = `${build}.new-${process.pid}`;
  const old = `${build}.old-${process.pid}`;
  try {
    const { exitCode, output } = await runTool("vite", [
      "build",
      "web",
      "--outDir",
      draft,
      "--logLevel",
      "warn",
    ]);
    if (exitCode !== 0) throw new Error(`The web application could not be built.\n${output}`);
    await packAssets(draft);
    writeFileSync(join(draft, stampName), wanted);
    if (existsSync(build)) renameSync(build, old);
    renameSync(draft, build);
  } catch (error) {
    // Another start may have put the same build there in the meantime.
    if (stampOf(build) !== wanted) throw error;
  } finally {
    for (const directory of [draft, old]) rmSync(directory, { recursive: true, force: true });
  }
}

function hashSources(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: root }).filter((file) =>
    statSync(join(root, file)).isFile(),
  );
  for (const file of files.toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function stampOf(directory: string): string | undefined {
  const stamp = join(directory, stampName);
  return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
}
