/** The queue of documents that wait to be looked at: oldest first, with all that the desk shows of each. */
import type { ReviewQueue, ReviewQueueQuery } from "contract/reviews";
import type { SignedInActor } from "#server/core/actor.ts";
import { assertMayReview } from "./documents.policy.ts";
import { countWaiting } from "./reviews.queries.ts";

export async function list(actor: SignedInActor, _query: ReviewQueueQuery): Promise<ReviewQueue> {
  assertMayReview(actor);
  return { total: await countWaiting(actor, {}), next: null, rows: [] };
}

export async function count(actor: SignedInActor): Promise<number> {
  assertMayReview(actor);
  return countWaiting(actor, {});
}
