/** How long others were in a status: kept for an hour, or until any case has changed its status, in whichever portal. */
import type { Program } from "contract/case-parts";
import type { CaseStatus } from "contract/case-status";
import { runtime } from "#server/core/runtime.ts";
import type { Database } from "#server/database/connection.ts";
import { readStays } from "./homes.queries.ts";
import { passagesThrough, RANGE_DAYS } from "./range.ts";

const KEPT_MS = 3_600_000;
const DAY_MS = 86_400_000;

type Lengths = ReadonlyMap<number, number>;
type Kept = { greatest: number; until: number; lengths: Lengths };

const kept = new WeakMap<Database, Map<string, Kept>>();

type Wanted = {
  program: Program;
  status: CaseStatus;
  /** The last of all changes of status that the reader has seen. */
  greatest: number;
};

/** By case, in milliseconds. */
export async function passageLengths({ program, status, greatest }: Wanted): Promise<Lengths> {
  const now = runtime.clock.now().getTime();
  const ofDatabase = kept.get(runtime.database) ?? new Map<string, Kept>();
  kept.set(runtime.database, ofDatabase);
  const key = `${program} ${status}`;
  const known = ofDatabase.get(key);
  if (known && known.greatest >= greatest && known.until > now) return known.lengths;
  const since = new Date(now - RANGE_DAYS * DAY_MS);
  const lengths = passagesThrough(status, await readStays({ program, status, since }), since).ended;
  ofDatabase.set(key, { greatest, until: now + KEPT_MS, lengths });
  return lengths;
}
