/** What is erased of a closed case when the years of keeping it have ended: each module names its own part. */
import type { AuditableActor } from "#server/core/actor.ts";
import type { Transaction } from "#server/database/connection.ts";
import type { CaseRow } from "#server/database/tables/cases.ts";

/** Returns how many records are gone. The lock of the case is held. */
export type Erasure = (
  tx: Transaction,
  actor: AuditableActor,
  caseFile: CaseRow,
) => Promise<number>;

const erasures = new Set<Erasure>();

export function defineErasure(erasure: Erasure): void {
  erasures.add(erasure);
}

export async function eraseEverything(...parts: Parameters<Erasure>): Promise<number> {
  let erased = 0;
  for (const erase of erasures) erased += await erase(...parts);
  return erased;
}
