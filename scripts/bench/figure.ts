import type { Fixtures } from "./fixtures.ts";

export interface Figure {
  what: string;
  /** Null where the specification asks for none. */
  target: string | null;
  measured: string;
  /** Null where there is no target, or this machine cannot tell. */
  isMet: boolean | null;
}

/** Short rounds tell whoever is at work enough; the figures that count come from whole ones. */
export type Rounds = { isSmall: boolean };
export type Measurement = (fixtures: Fixtures, rounds: Rounds) => Promise<Figure[]>;

type Amount = { value: number; unit: string; most?: number | undefined; remark?: string };

/** A figure that must not exceed its target. */
export function figure(what: string, { value, unit, most, remark }: Amount): Figure {
  const shown = value < 10 ? value.toFixed(1) : value.toFixed(0);
  return {
    what,
    target: most === undefined ? null : `≤ ${most} ${unit}`,
    measured: `${shown} ${unit}${remark === undefined ? "" : ` (${remark})`}`,
    isMet: most === undefined ? null : value <= most,
  };
}

/** The value that so much of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
