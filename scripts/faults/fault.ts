/** What every fault test answers, and what it is given. */
import type { Random } from "./random.ts";

export interface Trial {
  /** A share of the full size: 1 is what docs/reliability.md promises, 0.01 a quick look. */
  scale: number;
  /** All choices come from here, so that a failure can be replayed with the same seed. */
  random: Random;
}

/** The six columns of the table; the last three must read 0. */
export interface Counts {
  inputs: number;
  faults: number;
  acknowledged: number;
  lost: number;
  half: number;
  leaked: number;
}

export interface Finding extends Counts {
  /** Figures that belong to the row, such as how long a restart took. */
  remark: string;
  /** What was wrong, in sentences; any of them fails the run. */
  problems: string[];
}

export interface FaultTest {
  /** Its row in docs/specification/reliability.md. */
  row: number;
  what: string;
  run(trial: Trial): Promise<Finding>;
}

export function newFinding(): Finding {
  return {
    inputs: 0,
    faults: 0,
    acknowledged: 0,
    lost: 0,
    half: 0,
    leaked: 0,
    remark: "",
    problems: [],
  };
}

/** How many of the full size are due: never none. */
export function scaled(full: number, { scale }: Trial): number {
  return Math.max(1, Math.round(full * scale));
}
