import type { Reaction } from "#server/events/record.ts";
import { writeSearchKeys } from "./search-keys.ts";

/** In the transaction of the change: found by the new texts from its answer on. */
export const keepSearchKey: Reaction = async (tx, _actor, event) => {
  if (event.name.startsWith("case.")) await writeSearchKeys(tx, [event.case.id]);
};
