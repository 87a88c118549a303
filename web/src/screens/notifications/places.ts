/**
 * While the centre is open nothing moves under the finger: what is read meanwhile stays among the unread ones, and what
 * is new waits above until it is asked for.
 */
import type { Notification } from "contract/notifications";

export type Places = {
  readonly unread: readonly number[];
  readonly earlier: readonly number[];
  /** Came after the centre was opened, and is not shown yet. */
  readonly waiting: readonly number[];
  /** When the newest of those shown was written. */
  readonly newest: string;
};

/** Where everything stands when the centre is opened. */
export function firstPlaces(told: readonly Notification[]): Places {
  const isUnread = ({ readAt }: Notification) => readAt === null;
  return {
    unread: idsOf(told.filter(isUnread)),
    earlier: idsOf(told.filter((each) => !isUnread(each))),
    waiting: [],
    newest: newestOf(told),
  };
}

/** The same places after it was read anew: what is gone leaves its own, and what comes from farther back stands behind. */
export function nextPlaces(places: Places, told: readonly Notification[]): Places {
  const isShown = new Set([...places.unread, ...places.earlier]);
  // Nobody's finger is over an empty list.
  if (isShown.size === 0) return firstPlaces(told);
  const isThere = new Set(idsOf(told));
  const added = told.filter(({ id }) => !isShown.has(id));
  const isNew = ({ readAt, lastAt }: Notification) => readAt === null && lastAt > places.newest;
  const behind = firstPlaces(added.filter((each) => !isNew(each)));
  const kept = (ids: readonly number[]) => ids.filter((id) => isThere.has(id));
  return {
    unread: [...kept(places.unread), ...behind.unread],
    earlier: [...kept(places.earlier), ...behind.earlier],
    waiting: idsOf(added.filter(isNew)),
    newest: places.newest,
  };
}

function newestOf(told: readonly Notification[]): string {
  return told.reduce((newest, { lastAt }) => (lastAt > newest ? lastAt : newest), "");
}

const idsOf = (told: readonly Notification[]) => told.map(({ id }) => id);
