import { type Comment, type Reaction, type Reply, THUMBS_UP } from "contract/comments";
import { bureauZone } from "#web/format/bureau-zone.ts";
import { fullNameOf } from "#web/format/person.ts";
import { bureauDay, formatClock, formatDateTime } from "#web/format/time.ts";
import { messages } from "#web/messages/messages.ts";

const texts = messages.comments;
const DAY_MS = 86_400_000;
const dayText = new Intl.DateTimeFormat("en-AE", { timeZone: bureauZone, dateStyle: "full" });

export type DayOfThread<Said extends Comment> = {
  readonly key: string;
  readonly label: string;
  readonly comments: readonly Said[];
};

/** Threads under the day on which each began, where the bureau is. */
export function groupByDay<Said extends Comment>(
  comments: readonly Said[],
  now: number = Date.now(),
): DayOfThread<Said>[] {
  const days = new Map<string, Said[]>();
  for (const comment of comments) {
    const key = bureauDay(new Date(comment.createdAt));
    const known = days.get(key);
    if (known) known.push(comment);
    else days.set(key, [comment]);
  }
  return [...days].map(([key, members]) => ({
    key,
    label: dayLabel(members[0]?.createdAt ?? "", now),
    comments: members,
  }));
}

function dayLabel(moment: string, now: number): string {
  const key = bureauDay(new Date(moment));
  if (key === bureauDay(new Date(now))) return texts.today;
  if (key === bureauDay(new Date(now - DAY_MS))) return texts.yesterday;
  return dayText.format(new Date(moment));
}

/** So long after the first of a row, the next message shows its author anew. */
const ROW_MS = 5 * 60_000;

/**
 * The messages that show face, name and time: those behind stand in a row with one, of the same author and within five
 * minutes of it, and written here. Answers end a row, and so does a message of somebody who is gone: two of them may be two people.
 */
export function headsOf(said: readonly Reply[]): Set<number> {
  const heads = new Set<number>();
  let head: Reply | null = null;
  let isInterrupted = false;
  for (const message of said) {
    const isNext =
      head?.user != null &&
      head.user.id !== null &&
      head.user.id === message.user?.id &&
      message.source === "portal" &&
      Date.parse(message.createdAt) - Date.parse(head.createdAt) <= ROW_MS;
    if (!isNext || isInterrupted) {
      head = message;
      heads.add(message.id);
    }
    isInterrupted = message.replies.length > 0;
  }
  return heads;
}

/** The clock; of an answer that came on a later day than what stands above it, the day as well. */
export function momentOf(comment: Reply, dayAbove: string): string {
  return bureauDay(new Date(comment.createdAt)) === dayAbove
    ? formatClock(comment.createdAt)
    : formatDateTime(comment.createdAt);
}

export function authorName(comment: Reply): string {
  if (comment.user === null) return messages.users.deletedUser;
  return fullNameOf(comment.user) || comment.user.email || messages.users.deletedUser;
}

/** Every id of a conversation, replies included. */
export function idsOf(comments: readonly Comment[]): number[] {
  return comments.flatMap((comment) => [comment.id, ...comment.replies.map((reply) => reply.id)]);
}

export function thumbsOf(
  { reactions }: Pick<Reply, "reactions">,
  userId?: number,
): { count: number; isOwn: boolean } {
  const thumbs = reactions.filter((reaction) => reaction.emoji === THUMBS_UP);
  return { count: thumbs.length, isOwn: thumbs.some((reaction) => reaction.userId === userId) };
}

/** Puts a new comment where it belongs: a reply under its thread, anything else at the end. */
export function withComment<Said extends Comment>(comments: readonly Said[], added: Said): Said[] {
  if (added.parentId === null)
    return [...comments.filter((comment) => comment.id !== added.id), added];
  return comments.map((comment) =>
    comment.id === added.parentId
      ? {
          ...comment,
          replies: [...comment.replies.filter((reply) => reply.id !== added.id), added],
        }
      : comment,
  );
}

export function withoutComment<Said extends Comment>(
  comments: readonly Said[],
  id: number,
): Said[] {
  return comments
    .filter((comment) => comment.id !== id)
    .map((comment) => ({
      ...comment,
      replies: comment.replies.filter((reply) => reply.id !== id),
    }));
}

export function withReactions<Said extends Comment>(
  comments: readonly Said[],
  id: number,
  reactions: Reaction[],
): Said[] {
  return comments.map((comment) => {
    if (comment.id === id) return { ...comment, reactions };
    if (!comment.replies.some((reply) => reply.id === id)) return comment;
    return {
      ...comment,
      replies: comment.replies.map((reply) => (reply.id === id ? { ...reply, reactions } : reply)),
    };
  });
}
