/** A copy of the project in which a fault can be planted while the original stays as it is. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { listFiles } from "#scripts/check/sources.ts";

export function copyTree(root: string, copy: string): void {
  for (const path of listFiles(root)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  linkPackages(root, copy);
}

/** Foreign packages are shared; the workspaces must be those of the copy. */
function linkPackages(root: string, copy: string): void {
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  const { workspaces } = JSON.parse(manifest) as { workspaces: string[] };
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    const target = workspaces.includes(name) ? copy : join(root, "node_modules");
    symlinkSync(join(target, name), join(copy, "node_modules", name));
  }
  for (const workspace of workspaces) {
    const own = join(workspace, "node_modules");
    if (readdirSync(join(root, workspace)).includes("node_modules"))
      symlinkSync(join(root, own), join(copy, own));
  }
}
