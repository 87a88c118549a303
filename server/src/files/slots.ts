/** Lets only so many of something happen at the same time; the rest wait their turn, and not for ever. */
import { unavailable } from "#server/core/errors.ts";

export type Slots = {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Answers how to give the slot back. Who gives up waiting says so by the signal. */
  take(owner?: number, signal?: AbortSignal): Promise<() => void>;
  /** How many this owner has or waits for. */
  countOf(owner: number): number;
};

/** Without `waitMs` somebody else sees to it that the wait ends. */
type SlotRules = { count: number; waitMs?: number; busy?: string };
type Waiting = { owner: number | undefined; begin(): void };

/** Gives each slot that becomes free to whoever has the fewest, and among those to whoever has waited longest. */
export function createSlots({ count, waitMs, busy }: SlotRules): Slots {
  const running: (number | undefined)[] = [];
  let waiting: Waiting[] = [];
  const heldBy = (owner: number | undefined) => running.filter((one) => one === owner).length;

  function begin(owner: number | undefined): () => void {
    running.push(owner);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      running.splice(running.indexOf(owner), 1);
      giveToNext();
    };
  }

  function giveToNext(): void {
    const [next] = waiting.toSorted((a, b) => heldBy(a.owner) - heldBy(b.owner));
    next?.begin();
  }

  function wait(owner: number | undefined, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting = waiting.filter((one) => one !== turn);
        clearTimeout(patience);
        signal?.removeEventListener("abort", giveUp);
      };
      const giveUp = () => {
        leave();
        reject(unavailable(busy));
      };
      const turn: Waiting = {
        owner,
        begin() {
          leave();
          resolve(begin(owner));
        },
      };
      const patience = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      signal?.addEventListener("abort", giveUp);
      waiting.push(turn);
    });
  }

  async function take(owner?: number, signal?: AbortSignal): Promise<() => void> {
    return running.length < count ? begin(owner) : wait(owner, signal);
  }

  return {
    take,
    countOf: (owner) => heldBy(owner) + waiting.filter((one) => one.owner === owner).length,
    async run(work) {
      const giveBack = await take();
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
  };
}
