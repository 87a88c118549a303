import { readFileSync } from "node:fs";

/** The version that is running, as package.json names it. */
export const version = versionIn(new URL("../../../package.json", import.meta.url));

function versionIn(file: URL): string {
  const { version: named } = JSON.parse(readFileSync(file, "utf8")) as { version?: string };
  return named ?? "unknown";
}
