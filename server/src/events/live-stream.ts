/**
 * Live updates: server-sent events that tell an open screen which of its queries have become stale. They carry paths,
 * never contents; whoever receives one reads again, through the same permissions as always.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { FastifyReply } from "fastify";
import type { LiveUpdate } from "contract/session";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { listen, type Subscription } from "#server/database/channel.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { users } from "#server/database/tables/users.ts";
import { type Closing, LIVE_CHANNEL, type Notice } from "./announce.ts";
import { heardBy, receiversOf } from "./hearing.ts";
import {
  assertRoomForStream,
  forgetStream,
  keepStream,
  openStreams,
  type Stream,
  streamsOf,
  surplusBeside,
} from "./open-streams.ts";
import {
  forgetNotices,
  lastNoticeId,
  nextNoticeId,
  noticesSince,
  rememberNotice,
} from "./recent-notices.ts";

const CONTENT_TYPE = "text/event-stream; charset=utf-8";
const HEARTBEAT_MS = 20_000;
/** A screen that does not read is let go; it will connect again and be told what it has missed. */
const MOST_UNREAD_BYTES = 256 * 1024;
/** Between two groups others are served: ten thousand screens are told in some tenths of a second (reliability 13). */
const TOLD_AT_ONCE = 200;

let subscription: Subscription | null = null;
let heartbeat: NodeJS.Timeout | null = null;
/** Notices are delivered one after the other, in the order of their commits. */
let delivering: Promise<void> = Promise.resolve();

/** `lastHeard`: the number of the last notice that a page which comes back has heard; null for a new page. */
export function openLiveStream(
  reply: FastifyReply,
  actor: SignedInActor,
  lastHeard: string | null,
): void {
  if (reply.request.method === "HEAD")
    return void reply.header("content-type", CONTENT_TYPE).send();
  for (const surplus of surplusBeside(actor)) replace(surplus);
  assertRoomForStream();
  const stream: Stream = { actor, reply, isCaughtUp: lastHeard === null };
  startAnswer(reply);
  keepStream(stream);
  reply.request.raw.once("close", () => forgetStream(stream));
  if (lastHeard !== null) queue(() => catchUp(stream, lastHeard));
}

export function liveStreamCount(): number {
  return openStreams().size;
}

/** Called once per process, when the application is ready. */
export function startLiveUpdates(): void {
  subscription = listen(LIVE_CHANNEL, receive, refreshEverything);
  heartbeat = setInterval(() => queue(letGoOfEndedSessions), HEARTBEAT_MS);
}

export async function stopLiveUpdates(): Promise<void> {
  subscription?.stop();
  if (heartbeat) clearInterval(heartbeat);
  for (const stream of openStreams()) close(stream);
  await delivering;
}

function startAnswer(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    "content-type": CONTENT_TYPE,
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  reply.raw.write(`retry: 2000\n${eventOf("opened", {}, lastNoticeId())}`);
}

function receive(payload: string): void {
  const notice = JSON.parse(payload) as Notice | Closing;
  if ("closeStreamsOf" in notice) return closeStreamsOf(notice.closeStreamsOf);
  queue(() => deliver(notice));
}

function queue(work: () => Promise<void>): void {
  delivering = delivering
    .then(work)
    .catch((error: unknown) => runtime.log.error({ error }, "live update failed"));
}

async function deliver(notice: Notice): Promise<void> {
  try {
    const open = [...openStreams()].filter(({ isCaughtUp }) => isCaughtUp);
    await tell(await receiversOf(notice.audience, open), updateOf(notice));
  } finally {
    rememberNotice(notice);
  }
}

/** In its turn among the notices, so that nothing falls between what was missed and what comes next. */
async function catchUp(stream: Stream, lastHeard: string): Promise<void> {
  try {
    const missed = noticesSince(lastHeard);
    const update = missed === null ? { keys: ["*"] } : await heardBy(stream.actor, missed);
    if (update.keys.length > 0 || "rows" in update) {
      await writeTo([stream], eventOf("invalidate", update, lastNoticeId()));
    }
    stream.isCaughtUp = true;
  } catch (error) {
    close(stream);
    throw error;
  }
}

/** After a lost database connection nobody knows what was missed. */
function refreshEverything(): void {
  queue(async () => {
    forgetNotices();
    await writeTo([...openStreams()], eventOf("invalidate", { keys: ["*"] }, lastNoticeId()));
  });
}

async function letGoOfEndedSessions(): Promise<void> {
  const open = [...openStreams()];
  if (open.length === 0) return;
  const living = await runtime.database
    .select({ sid: sessions.sid })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        inArray(sessions.sid, [...new Set(open.map((stream) => stream.actor.sessionId))]),
        sql`${sessions.expire} > now()`,
        isNull(users.disabledAt),
      ),
    );
  const alive = new Set(living.map((row) => row.sid));
  const isAlive = (stream: Stream) => alive.has(stream.actor.sessionId);
  for (const stream of open) if (!isAlive(stream)) close(stream);
  await writeTo(open.filter(isAlive), ": still here\n\n");
}

function closeStreamsOf(userId: number): void {
  for (const stream of streamsOf(userId)) close(stream);
}

function tell(receivers: readonly Stream[], update: LiveUpdate): Promise<void> {
  return writeTo(receivers, eventOf("invalidate", update, nextNoticeId()));
}

function updateOf({ keys, rows }: Notice): LiveUpdate {
  return rows === undefined ? { keys } : { keys, rows };
}

function eventOf(name: string, data: object, id: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Whose stream was closed meanwhile, for instance because he has lost the case, is told nothing any more. */
async function writeTo(receivers: readonly Stream[], text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (const [index, stream] of receivers.entries()) {
    if (index > 0 && index % TOLD_AT_ONCE === 0) await nextTurn();
    if (openStreams().has(stream)) write(stream, bytes);
  }
}

function write(stream: Stream, bytes: Buffer): void {
  if (stream.reply.raw.writableLength > MOST_UNREAD_BYTES) close(stream);
  else stream.reply.raw.write(bytes);
}

/** Tells the page that it must not come back by itself: it would only push out the next one. */
function replace(stream: Stream): void {
  write(stream, Buffer.from(eventOf("replaced", {}, lastNoticeId())));
  close(stream);
}

function close(stream: Stream): void {
  forgetStream(stream);
  stream.reply.raw.end();
}
