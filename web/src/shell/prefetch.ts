/**
 * What a screen needs is asked for as soon as it is known who asks, beside the frame's code instead of after it: on a
 * phone each wait for the network is a good part of a second. Who is not signed in fetches nothing but the sign-in.
 */
import type { ComponentType } from "react";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { openEarlyStream } from "#web/api/early-stream.ts";
import { queryClient } from "#web/api/query.ts";

export type Screen = {
  readonly load: () => Promise<ComponentType>;
  /** The path of the list that the screen is about, for those who may read it. */
  readonly lists?: (user: CurrentUser) => string | null;
};

export async function prefetch({ load, lists }: Screen): Promise<void> {
  await queryClient.prefetchQuery(currentUserQuery);
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  if (!user || user.mustAddFactor) return;
  // A failure is the screen's to tell, when it asks again.
  void load().catch(() => undefined);
  const path = lists?.(user) ?? null;
  if (path === null || queryClient.getQueryState([path]) !== undefined) return;
  openEarlyStream();
  void queryClient.prefetchQuery({ queryKey: [path] });
}
