import { randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Makes the directory and proves that it can be written to; answers what is wrong otherwise. */
export function prepareDirectory(directory: string): string | undefined {
  try {
    makeDirectory(directory, 0o711);
    const probe = join(directory, `.probe-${randomUUID()}`);
    writeFileSync(probe, "");
    rmSync(probe);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/**
 * A secret that is made once and then stays in its file. Two portals that start at the same moment agree on one: the
 * file appears complete or not at all, and the first one counts.
 */
export function keptSecret(directory: string, name: string, make: () => string): string {
  const file = join(directory, name);
  const kept = readIfThere(file);
  if (kept !== undefined) return kept;
  makeDirectory(directory, 0o700);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${make()}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}

/** Step by step: Node's own recursive way never comes back from file systems such as /proc, which only say ENOENT. */
function makeDirectory(directory: string, mode: number): void {
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || existsSync(dirname(directory))) throw error;
    makeDirectory(dirname(directory), mode);
    mkdirSync(directory, { mode });
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
