/** The same numbers for the same seed, so that a specimen that fails can be drawn again. */
export interface SeededRandom {
  /** From 0 to 1. */
  next(): number;
  between(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** Around 0, with the spread of 1. */
  normal(): number;
}

export function seededRandom(seed: number): SeededRandom {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (least, most) => least + (most - least) * next(),
    pick: (values) => values[Math.floor(next() * values.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next()),
  };
}
