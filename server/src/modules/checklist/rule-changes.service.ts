/** What a changed rule sets off: the figures that lists show of its program's cases follow. */
import type { Program } from "contract/case-parts";
import type { Transaction } from "#server/database/connection.ts";
import { refreshProgramJob } from "./readiness.jobs.ts";

/** With the change or not at all. */
export function followRuleChange(tx: Transaction, program: Program): Promise<void> {
  return refreshProgramJob.enqueue(tx, { program });
}
