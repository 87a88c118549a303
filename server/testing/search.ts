/** Asks the search as a test does, and reads its answer. */
import { type SearchAnswer, searchApi, type SearchKind } from "contract/search";
import type { TestClient } from "./test-client.ts";

export function search(
  client: TestClient,
  q: string,
  more: { kind?: SearchKind; limit?: string } = {},
): Promise<SearchAnswer> {
  return client.call(searchApi.find, { query: { q, ...more } });
}

export function hitsOf(answer: SearchAnswer, kind: SearchKind) {
  return answer.kinds.find((found) => found.kind === kind)?.hits ?? [];
}

export function idsOf(answer: SearchAnswer, kind: SearchKind): number[] {
  return hitsOf(answer, kind).map(({ id }) => id);
}

export async function idsFound(client: TestClient, q: string, kind: SearchKind) {
  return idsOf(await search(client, q, { kind }), kind);
}
