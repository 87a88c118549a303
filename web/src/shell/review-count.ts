import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "contract/endpoint";
import type { reviewsApi } from "contract/reviews";

const path = "/api/reviews/count" satisfies typeof reviewsApi.count.path;

/** How many documents wait to be looked at; null until it is known. */
export function useReviewCount(isWanted: boolean): number | null {
  const { data } = useQuery<AnswerOf<typeof reviewsApi.count>>({
    queryKey: [path],
    enabled: isWanted,
  });
  return isWanted && data !== undefined ? data.count : null;
}
