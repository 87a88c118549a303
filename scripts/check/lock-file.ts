/**
 * `npm ci` refuses a lock file that leaves out the packages for other platforms, and npm does leave them out when a
 * registry does not have them: then only the machine that wrote the lock file can install from it.
 */
import { type Problem } from "./sources.ts";

interface LockedPackage {
  /** May itself be missing, and whatever it needs with it. */
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export function findLockProblems(text: string): Problem[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  return Object.entries(packages)
    .filter(([, { optional }]) => optional !== true)
    .flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !locked.has(name))
        .map((name) => ({
          path: "package-lock.json",
          line: 1,
          message: `${path || "the root"} needs ${name}, which is not locked: npm ci will refuse.`,
        })),
    );
}
