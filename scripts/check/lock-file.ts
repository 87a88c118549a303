/**
 * A package without a checksum could be exchanged on its way, and one that runs a script when it is installed has the
 * machine before anybody has looked at it (asvs 113). And `npm ci` refuses a lock file that leaves out the packages for other platforms, and npm does leave them out when a
 * registry does not have them: then only the machine that wrote the lock file can install from it.
 */
import { type Problem } from "./sources.ts";

interface LockedPackage {
  /** May itself be missing, and whatever it needs with it. */
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  integrity?: string;
  /** A workspace. */
  link?: boolean;
  /** Comes inside another package, under its checksum. */
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

/** `judged`: the packages whose scripts somebody has read, and has let run or not (`allowScripts` of package.json). */
export function findLockProblems(text: string, judged: readonly string[]): Problem[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return [...missingIn(packages), ...unsafeIn(packages, judged)].map((message) => ({
    path: "package-lock.json",
    line: 1,
    message,
  }));
}

function unsafeIn(packages: Record<string, LockedPackage>, judged: readonly string[]): string[] {
  const foreign = Object.entries(packages).filter(
    ([path, { link, inBundle }]) => path.startsWith("node_modules/") && !link && !inBundle,
  );
  return foreign.flatMap(([path, { integrity, hasInstallScript }]) => [
    ...(integrity === undefined ? [`${path} has no checksum: it could be anything.`] : []),
    ...(hasInstallScript && !judged.includes(path.replace("node_modules/", ""))
      ? [`${path} runs a script when it is installed: read it first.`]
      : []),
  ]);
}

function missingIn(packages: Record<string, LockedPackage>): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  return Object.entries(packages)
    .filter(([, { optional }]) => optional !== true)
    .flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !locked.has(name))
        .map(
          (name) => `${path || "the root"} needs ${name}, which is not locked: npm ci will refuse.`,
        ),
    );
}
