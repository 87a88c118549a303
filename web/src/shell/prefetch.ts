/**
 * What a screen needs is asked for as soon as it is known who asks, beside the frame's code instead of after it: on a
 * phone each wait for the network is a good part of a second. Who is not signed in fetches nothing but the sign-in.
 */
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { openEarlyStream } from "#web/api/early-stream.ts";
import { queryClient } from "#web/api/query.ts";

export type Screen = {
  readonly fetch: () => void;
  /** The path of the list that the screen is about, for those who may read it. */
  readonly lists?: (user: CurrentUser) => string | null;
};

export async function prefetch({ fetch, lists }: Screen): Promise<void> {
  await queryClient.prefetchQuery(currentUserQuery);
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  if (!user || user.mustAddFactor) return;
  fetch();
  const path = lists?.(user) ?? null;
  if (path === null || queryClient.getQueryState([path]) !== undefined) return;
  openEarlyStream();
  void queryClient.prefetchQuery({ queryKey: [path] });
}
