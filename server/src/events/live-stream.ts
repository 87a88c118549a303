/**
 * Live updates: server-sent events that tell an open screen which of its readings have become stale. They carry paths,
 * never contents; whoever receives one reads again, through the same permissions as always.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { LiveUpdate } from "contract/session";
import type { SignedInActor } from "#server/auth/actor.ts";
import { listen, type Subscription } from "#server/database/channel.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import { runtime } from "#server/runtime.ts";
import { type Audience, type Closing, LIVE_CHANNEL, type Notice } from "./announce.ts";

type Stream = { actor: SignedInActor; reply: FastifyReply };

const HEARTBEAT_MS = 20_000;
/** A screen that does not read is let go; it will connect again and refresh everything. */
const MOST_UNREAD_BYTES = 256 * 1024;
/** Between two groups others are served: ten thousand screens are told in some tenths of a second (reliability 13). */
const TOLD_AT_ONCE = 200;

const streams = new Set<Stream>();
let subscription: Subscription | null = null;
let heartbeat: NodeJS.Timeout | null = null;
/** Notices are delivered one after the other, in the order of their commits. */
let delivering: Promise<void> = Promise.resolve();

export function openLiveStream(
  request: FastifyRequest,
  reply: FastifyReply,
  actor: SignedInActor,
): void {
  const stream: Stream = { actor, reply };
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  reply.raw.write("retry: 2000\n\n");
  streams.add(stream);
  request.raw.once("close", () => streams.delete(stream));
}

export function liveStreamCount(): number {
  return streams.size;
}

/** Called once per process, when the application is ready. */
export function startLiveUpdates(): void {
  subscription = listen(LIVE_CHANNEL, receive, refreshEverything);
  heartbeat = setInterval(() => queue(letGoOfEndedSessions), HEARTBEAT_MS);
}

export async function stopLiveUpdates(): Promise<void> {
  subscription?.stop();
  if (heartbeat) clearInterval(heartbeat);
  for (const stream of streams) close(stream);
  await delivering;
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
  await tell(await receiversOf(notice.audience), { keys: notice.keys });
}

async function receiversOf(audience: Audience): Promise<Stream[]> {
  const open = [...streams];
  if (audience === "everyone") return open;
  const admins = open.filter((stream) => stream.actor.isAdmin);
  if (audience === "admins") return admins;
  if ("userId" in audience) return open.filter((stream) => stream.actor.id === audience.userId);
  const others = open.filter((stream) => !stream.actor.isAdmin);
  if (others.length === 0) return admins;
  const assigned = await runtime.database
    .select({ userId: caseAssignments.userId })
    .from(caseAssignments)
    .where(
      and(
        eq(caseAssignments.caseId, audience.caseId),
        inArray(caseAssignments.userId, [...new Set(others.map((stream) => stream.actor.id))]),
      ),
    );
  const allowed = new Set(assigned.map((row) => row.userId));
  // Accountants read the money of every case without being assigned to it.
  return [
    ...admins,
    ...others.filter(
      (stream) => allowed.has(stream.actor.id) || stream.actor.role === "accountant",
    ),
  ];
}

/** After a lost database connection nobody knows what was missed. */
function refreshEverything(): void {
  queue(() => tell([...streams], { keys: ["*"] }));
}

async function letGoOfEndedSessions(): Promise<void> {
  const open = [...streams];
  if (open.length === 0) return;
  const living = await runtime.database
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(
      and(
        inArray(sessions.sid, [...new Set(open.map((stream) => stream.actor.sessionId))]),
        sql`${sessions.expire} > now()`,
      ),
    );
  const alive = new Set(living.map((row) => row.sid));
  const isAlive = (stream: Stream) => alive.has(stream.actor.sessionId);
  for (const stream of open) if (!isAlive(stream)) close(stream);
  await writeTo(open.filter(isAlive), ": still here\n\n");
}

function closeStreamsOf(userId: number): void {
  for (const stream of streams) if (stream.actor.id === userId) close(stream);
}

function tell(receivers: readonly Stream[], update: LiveUpdate): Promise<void> {
  return writeTo(receivers, `event: invalidate\ndata: ${JSON.stringify(update)}\n\n`);
}

/** Whose stream was closed meanwhile, for instance because he has lost the case, is told nothing any more. */
async function writeTo(receivers: readonly Stream[], text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (const [index, stream] of receivers.entries()) {
    if (index > 0 && index % TOLD_AT_ONCE === 0) await nextTurn();
    if (streams.has(stream)) write(stream, bytes);
  }
}

function write(stream: Stream, bytes: Buffer): void {
  if (stream.reply.raw.writableLength > MOST_UNREAD_BYTES) close(stream);
  else stream.reply.raw.write(bytes);
}

function close(stream: Stream): void {
  streams.delete(stream);
  stream.reply.raw.end();
}
