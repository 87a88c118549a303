/**
 * Readings that many ask for at the same moment, as every open screen does after one change, are made once for all.
 * Whoever asks while one is under way gets the next and never the running one: that may have begun before a change
 * which the asker already knows of. What several hold is frozen.
 */
import { setTimeout as pause } from "node:timers/promises";

/** So long the first waits for the others; screens that were told of a change ask within a few milliseconds. */
export const GATHER_MS = 2;

export class RequestCoalescer<Result> {
  readonly #newest = new Map<string, Round<Result>>();
  readonly #gatherMs: number;

  /** 0: the first does not wait; what is asked while it reads is still read together. */
  constructor(gatherMs: number) {
    this.#gatherMs = gatherMs;
  }

  /** What `read` answers for this key; it begins after the call, for all who called by then. */
  ask(key: string, read: () => Promise<Result>): Promise<Result> {
    const newest = this.#newest.get(key);
    if (newest && !newest.hasBegun) return newest.result;
    const before = newest ? newest.result.catch(() => undefined) : this.#gather();
    const round: Round<Result> = {
      hasBegun: false,
      result: before.then(() => {
        round.hasBegun = true;
        return read().then((result) => Object.freeze(result));
      }),
    };
    this.#newest.set(key, round);
    const forget = () => {
      if (this.#newest.get(key) === round) this.#newest.delete(key);
    };
    round.result.then(forget, forget);
    return round.result;
  }

  async #gather(): Promise<void> {
    if (this.#gatherMs > 0) await pause(this.#gatherMs);
  }
}

type Round<Result> = { hasBegun: boolean; result: Promise<Result> };
