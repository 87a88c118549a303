import { writeAtEnd } from "#server/database/transaction.ts";
import type { Reaction } from "#server/events/record.ts";
import { writeSearchKeys } from "./search-keys.ts";

/** In the transaction of the change: found by the new texts from its answer on. */
export const keepSearchKey: Reaction = async (tx, _actor, event) => {
  const isInKey = event.name.startsWith("case.") && event.name !== "case.submissionSet";
  if (isInKey) await writeAtEnd(tx, writeSearchKeys, event.case.id);
};
