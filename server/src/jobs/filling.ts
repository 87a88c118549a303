/**
 * What triggers leave open in derived columns, such as keys to be folded: filled in pieces, short enough that nobody
 * waits for one. Interrupted, the next run goes on.
 */
import type { Transaction } from "#server/database/connection.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { defineJob, type Job } from "./jobs.ts";

const PIECE = 500;
const EVERY_MINUTE = "* * * * *";
const BETWEEN_MS = 30_000;

/** The clock of jobs knows minutes; the second round of each is asked for by the first. */
type Round = { isSecond?: true } | null;

type FillingOptions = {
  countMissing: () => Promise<number>;
  /** Fills the next ones, at most so many; answers how many there were. */
  fillPiece: (tx: Transaction, most: number) => Promise<number>;
};

export type Filling = {
  readonly job: Job<NonNullable<Round>>;
  /** Until none is missing. */
  fill(): Promise<void>;
  /** How many were missing, as whoever counted last has found. */
  missing(): number;
  note(missing: number): void;
};

/** Runs at the start of the portal and every thirty seconds. */
export function defineFilling(name: string, { countMissing, fillPiece }: FillingOptions): Filling {
  let left = 0;
  const fill = async () => {
    left = await countMissing();
    let filled = 0;
    do {
      filled = await inTransaction((tx) => fillPiece(tx, PIECE));
      left = Math.max(0, left - filled);
    } while (filled === PIECE);
  };
  const job = defineJob<NonNullable<Round>>(
    name,
    { schedule: EVERY_MINUTE, atStart: true, retryLimit: 1 },
    async (round: Round) => {
      if (round?.isSecond !== true) {
        const startAfter = new Date(Date.now() + BETWEEN_MS).toISOString();
        await inTransaction((tx) => job.enqueue(tx, { isSecond: true }, { startAfter }));
      }
      await fill();
    },
  );
  return {
    job,
    fill,
    missing: () => left,
    note(missing) {
      left = missing;
    },
  };
}
