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
  /** What the screen reads first, for those who may. */
  readonly reads?: (user: CurrentUser) => readonly string[];
};

export async function prefetch({ fetch, reads }: Screen): Promise<void> {
  await queryClient.prefetchQuery(currentUserQuery);
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  if (!user || user.mustAddFactor) return;
  fetch();
  const paths = reads?.(user) ?? [];
  const unread = paths.filter((path) => queryClient.getQueryState([path]) === undefined);
  if (unread.length === 0) return;
  openEarlyStream();
  for (const path of unread) void queryClient.prefetchQuery({ queryKey: [path] });
}
