/** How far the papers of a case are: part of its checklist, and of each row of a list. */
import * as z from "zod/mini";

const Day = z.nullable(z.string());

/** Of whoever is no staff: everything but total, done and percent is null. */
export const Readiness = z.object({
  total: z.number(),
  done: z.number(),
  percent: z.nullable(z.number()),
  missing: z.nullable(z.number()),
  waiting: z.nullable(z.number()),
  changesRequested: z.nullable(z.number()),
  expired: z.nullable(z.number()),
  expiring: z.nullable(z.number()),
  undecided: z.nullable(z.number()),
  waitingFiles: z.nullable(z.number()),
  unsortedFiles: z.nullable(z.number()),
  overdue: z.nullable(z.number()),
  nextDueOn: Day,
  worstValidity: z.nullable(z.enum(["ok", "expiring", "expired"])),
  earliestValidUntil: Day,
});
export type Readiness = z.infer<typeof Readiness>;

/** For whoever is no staff. */
export function figureAlone({ total, done, percent }: Readiness): Readiness {
  return {
    total,
    done,
    percent,
    missing: null,
    waiting: null,
    changesRequested: null,
    expired: null,
    expiring: null,
    undecided: null,
    waitingFiles: null,
    unsortedFiles: null,
    overdue: null,
    nextDueOn: null,
    worstValidity: null,
    earliestValidUntil: null,
  };
}
