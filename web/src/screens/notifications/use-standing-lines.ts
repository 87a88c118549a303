import { useEffect, useMemo, useState } from "react";
import type { Notification } from "contract/notifications";
import {
  allOf,
  forgetOlder,
  useNotifications,
} from "#web/features/notifications/notifications.queries.ts";
import { firstPlaces, nextPlaces, type Places } from "./places.ts";

type State = { readonly told: readonly Notification[]; readonly places: Places };

export type ShownLines = {
  readonly unread: readonly Notification[];
  readonly earlier: readonly Notification[];
};

/** The notifications in the places they had when the centre was opened; `shown` is null until they are known. */
export function useStandingLines() {
  const query = useNotifications();
  useEffect(() => forgetOlder, []);
  const [state, setState] = useState<State | null>(null);
  const pages = query.data?.pages;
  const told = useMemo(() => (pages === undefined ? null : allOf(pages)), [pages]);
  // What was known from before begins nothing while it is being read anew: everything would move a moment later.
  if (told !== null && told !== state?.told && (state !== null || !query.isFetching)) {
    const places = state === null ? firstPlaces(told) : nextPlaces(state.places, told);
    setState({ told, places });
  }
  const shown = useMemo(() => state && linesOf(state), [state]);
  return {
    query,
    shown,
    waiting: state?.places.waiting.length ?? 0,
    showWaiting: () => setState((now) => now && { ...now, places: firstPlaces(now.told) }),
  };
}

function linesOf({ told, places }: State): ShownLines {
  const byId = new Map(told.map((each) => [each.id, each]));
  const lines = (ids: readonly number[]) =>
    ids.flatMap((id) => {
      const line = byId.get(id);
      return line === undefined ? [] : [line];
    });
  return { unread: lines(places.unread), earlier: lines(places.earlier) };
}
