import { describe, expect, it } from "vitest";
import type { Notification } from "contract/notifications";
import { firstPlaces, nextPlaces } from "./places.ts";

/** Written at so many minutes past nine. */
function told(id: number, minute: number, isRead = false): Notification {
  const lastAt = `2026-11-02T09:${String(minute).padStart(2, "0")}:00.000Z`;
  return { id, lastAt, readAt: isRead ? lastAt : null } as Notification;
}

describe("places of notifications", () => {
  const opened = firstPlaces([told(3, 30), told(2, 20), told(1, 40, true)]);

  it("begin with the unread ones", () => {
    expect(opened).toMatchObject({ unread: [3, 2], earlier: [1], waiting: [] });
  });

  it("stay when something is read", () => {
    const next = nextPlaces(opened, [told(2, 20), told(1, 40, true), told(3, 30, true)]);
    expect(next).toMatchObject({ unread: [3, 2], earlier: [1], waiting: [] });
  });

  it("stay when more is told of one", () => {
    const next = nextPlaces(opened, [told(2, 50), told(3, 30), told(1, 40, true)]);
    expect(next).toMatchObject({ unread: [3, 2], earlier: [1], waiting: [] });
  });

  it("are not moved by what is new: it waits until it is asked for", () => {
    const all = [told(5, 55), told(4, 50), told(3, 30), told(2, 20), told(1, 40, true)];
    expect(nextPlaces(opened, all)).toMatchObject({
      unread: [3, 2],
      earlier: [1],
      waiting: [5, 4],
    });
    expect(firstPlaces(all)).toMatchObject({ unread: [5, 4, 3, 2], waiting: [] });
  });

  it("of what is read from farther back are behind", () => {
    const all = [told(3, 30), told(2, 20), told(9, 10), told(1, 40, true), told(8, 5, true)];
    expect(nextPlaces(opened, all)).toMatchObject({ unread: [3, 2, 9], earlier: [1, 8] });
  });

  it("are given up by what is gone", () => {
    expect(nextPlaces(opened, [told(2, 20)])).toMatchObject({ unread: [2], earlier: [] });
  });

  it("of the first ones are taken at once in an empty centre", () => {
    expect(nextPlaces(firstPlaces([]), [told(1, 10)])).toMatchObject({ unread: [1], waiting: [] });
  });
});
