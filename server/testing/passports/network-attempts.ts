/** Where refused-network.ts writes what a child of this process and its threads have tried. */
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const fileOf = (parent: number) => join(tmpdir(), `network-attempts-${parent}`);

export function noteAttempt(what: string): void {
  appendFileSync(fileOf(process.ppid), `${what}\n`);
}

/** A line for each thread that was watched, and one for each attempt; told once. */
export function takeAttempts(): string[] {
  const file = fileOf(process.pid);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  rmSync(file);
  return lines;
}

export const offlineReader = new URL("./offline-reader.program.ts", import.meta.url);
