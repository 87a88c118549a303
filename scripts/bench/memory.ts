/** Resident memory of another process, as Linux counts it; elsewhere nothing is said. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Figure, figure } from "./figure.ts";

const KIBIBYTES_PER_MEGABYTE = 1000 / 1.024;

export interface MemoryWatch {
  /** In megabytes; null where the system does not tell. */
  before: number | null;
  peak(): number | null;
}

export function watchMemory(processId: number): MemoryWatch {
  const before = read(processId, "VmRSS");
  // Forgets the highest mark so far.
  if (before !== null) writeFileSync(`/proc/${processId}/clear_refs`, "5");
  return { before, peak: () => read(processId, "VmHWM") };
}

/** In megabytes; null where the system does not tell. */
export function residentMemory(processId: number): number | null {
  return read(processId, "VmRSS");
}

export function memoryFigure(what: string, watch: MemoryWatch, most?: number): Figure {
  const peak = watch.peak();
  if (peak === null || watch.before === null) {
    const target = most === undefined ? null : `≤ ${most} MB`;
    return { what, target, measured: "told by Linux only", isMet: null };
  }
  const remark = `${watch.before.toFixed(0)} MB before`;
  return figure(what, { value: peak, unit: "MB", most, remark });
}

function read(processId: number, line: "VmRSS" | "VmHWM"): number | null {
  const path = `/proc/${processId}/status`;
  if (!existsSync(path)) return null;
  const kibibytes = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(path, "utf8"))?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) / KIBIBYTES_PER_MEGABYTE;
}
