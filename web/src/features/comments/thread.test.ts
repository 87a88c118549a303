import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Comment, Reply } from "contract/comments";
import { buildComment } from "#web/testing/records.ts";
import {
  authorName,
  groupByDay,
  headsOf,
  idsOf,
  momentOf,
  thumbsOf,
  withComment,
  withoutComment,
  withReactions,
} from "./thread.ts";

const reply = (id: number, parentId: number): Reply => buildComment({ id, parentId });
const person = {
  id: 1,
  firstName: "Omar",
  lastName: "Haddad",
  email: "a@example.com",
  profileImageUrl: null,
};
const thread = [buildComment({ id: 1, replies: [reply(2, 1)] }), buildComment({ id: 3 })];

describe("the days of a conversation", () => {
  const now = Date.parse("2026-05-10T12:00:00Z");

  it("begin at midnight in Dubai and say today, yesterday or the day", () => {
    const at = (createdAt: string, id: number) => buildComment({ id, createdAt });
    const days = groupByDay(
      [
        at("2026-05-01T10:00:00Z", 1),
        at("2026-05-08T20:00:00Z", 2),
        at("2026-05-09T19:59:59Z", 3),
        at("2026-05-09T20:00:00Z", 4),
      ],
      now,
    );
    expect(days.map(({ label, comments }) => [label, comments.map(({ id }) => id)])).toEqual([
      ["Friday, 1 May 2026", [1]],
      ["Yesterday", [2, 3]],
      ["Today", [4]],
    ]);
  });

  it("hold every thread once, in the order given", () => {
    const moments = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 10 });
    fc.assert(
      fc.property(moments, (hours) => {
        const comments = hours
          .toSorted((a, b) => a - b)
          .map((hour, id) =>
            buildComment({ id, createdAt: new Date(now - (40 - hour) * 3_600_000).toISOString() }),
          );
        expect(groupByDay(comments, now).flatMap((day) => day.comments)).toEqual(comments);
      }),
    );
  });
});

describe("messages in a row", () => {
  const at = (minute: string, id: number, fields: Partial<Comment> = {}) =>
    buildComment({ id, createdAt: `2026-05-09T08:${minute}Z`, ...fields });
  const omar = { ...person, id: 9 };

  it("show their author once, for five minutes after the first", () => {
    const said = [at("00:00", 1), at("04:00", 2), at("05:00", 3), at("05:01", 4), at("09:00", 5)];
    expect([...headsOf(said)]).toEqual([1, 4]);
  });

  it("end with another author, with an answer, and with each message of somebody who is gone", () => {
    const said = [
      at("00:00", 1),
      at("00:10", 2, { user: omar }),
      at("00:20", 3, { replies: [reply(8, 3)] }),
      at("00:30", 4),
      at("00:40", 5, { user: null }),
      at("00:50", 6, { user: null }),
    ];
    expect([...headsOf(said)]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("tell the clock in Dubai, and the day too where it is not the one above them", () => {
    const words = (day: string) =>
      momentOf(at("05:00", 1), day).replaceAll(/\s/g, " ").toLowerCase();
    expect(words("2026-05-09")).toBe("12:05 pm");
    expect(words("2026-05-01")).toBe("9 may 2026, 12:05 pm");
  });
});

describe("changing a conversation", () => {
  it("puts a reply under its thread and anything else at the end", () => {
    expect(idsOf(withComment(thread, buildComment({ id: 4, parentId: 1 })))).toEqual([1, 2, 4, 3]);
    expect(idsOf(withComment(thread, buildComment({ id: 4 })))).toEqual([1, 2, 3, 4]);
  });

  it("never shows a comment twice that has arrived by a live update already", () => {
    fc.assert(
      fc.property(fc.constantFrom(null, 1, 3), fc.integer({ min: 4, max: 9 }), (parentId, id) => {
        const added = buildComment({ id, parentId });
        const once = withComment(thread, added);
        expect(withComment(once, added)).toEqual(once);
        expect(withoutComment(once, id)).toEqual(thread);
      }),
    );
  });

  it("counts the thumbs and knows one's own", { tags: ["C-CHAT-020", "D-136"] }, () => {
    const reactions = [
      { id: 1, emoji: "👍", userId: 5 },
      { id: 2, emoji: "👍", userId: 6 },
      { id: 3, emoji: "🎉", userId: 7 },
    ];
    expect(thumbsOf({ reactions }, 5)).toEqual({ count: 2, isOwn: true });
    expect(thumbsOf({ reactions }, 7)).toEqual({ count: 2, isOwn: false });
    expect(thumbsOf({ reactions: [] }, 5)).toEqual({ count: 0, isOwn: false });
  });

  it("gives reactions to the comment or reply they are for, and to no other", () => {
    const reactions = [{ id: 9, emoji: "👍", userId: 5 }];
    const [first, last] = withReactions(thread, 2, reactions);
    expect(first?.reactions).toEqual([]);
    expect(first?.replies[0]?.reactions).toEqual(reactions);
    expect(last).toBe(thread[1]);
    expect(withReactions(thread, 3, reactions)[1]?.reactions).toEqual(reactions);
  });
});

it("names an author as well as can be", () => {
  const user = { ...person, firstName: null, lastName: null };
  expect(authorName(buildComment())).toBe("Amina Rahman");
  expect(authorName(buildComment({ user }))).toBe("a@example.com");
  expect(authorName(buildComment({ user: { ...user, email: null } }))).toBe("Deleted user");
  expect(authorName(buildComment({ user: null }))).toBe("Deleted user");
});
