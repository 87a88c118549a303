/** The open pages of this process, and how many there may be: each holds a descriptor and is told of every change. */
import type { FastifyReply } from "fastify";
import type { SignedInActor } from "#server/core/actor.ts";
import { unavailable } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";

export type Stream = {
  actor: SignedInActor;
  reply: FastifyReply;
  /** False until somebody who came back has been told what he has missed. */
  isCaughtUp: boolean;
};

const MOST_OF_SESSION = 6;
const MOST_OF_PERSON = 20;
/** The rest of the descriptors is for calls, files and the database. */
const SHARE_OF_DESCRIPTORS = 0.75;
const RETRY_SECONDS = 30;

const streams = new Set<Stream>();
const byPerson = new Map<number, Set<Stream>>();
let descriptors: number | undefined;

/** In the order they were opened. */
export function openStreams(): ReadonlySet<Stream> {
  return streams;
}

export function streamsOf(userId: number): readonly Stream[] {
  return [...(byPerson.get(userId) ?? [])];
}

export function keepStream(stream: Stream): void {
  const { id } = stream.actor;
  const own = byPerson.get(id) ?? new Set();
  streams.add(stream);
  byPerson.set(id, own.add(stream));
}

export function forgetStream(stream: Stream): void {
  const { id } = stream.actor;
  streams.delete(stream);
  const own = byPerson.get(id);
  own?.delete(stream);
  if (own?.size === 0) byPerson.delete(id);
}

/** Which streams have to end before one more is opened: the oldest of the session, or of the person. */
export function surplusBeside({ id, sessionId }: SignedInActor): readonly Stream[] {
  const own = streamsOf(id);
  const ofSession = Map.groupBy(own, ({ actor }) => actor.sessionId).get(sessionId) ?? [];
  const ending = new Set(ofSession.slice(0, Math.max(0, ofSession.length + 1 - MOST_OF_SESSION)));
  const others = own.filter((stream) => !ending.has(stream));
  return [...ending, ...others.slice(0, Math.max(0, others.length + 1 - MOST_OF_PERSON))];
}

/** Throws 503 while the process holds as many as it can. */
export function assertRoomForStream(): void {
  if (streams.size < mostStreams()) return;
  throw unavailable("Too many pages are open. Please try again in a moment.", RETRY_SECONDS);
}

function mostStreams(): number {
  descriptors ??= readDescriptors();
  return Math.min(runtime.config.liveStreamLimit, Math.floor(descriptors * SHARE_OF_DESCRIPTORS));
}

/** What the system lets this process open; not every system says. */
function readDescriptors(): number {
  // Otherwise the report looks up the names of whoever is connected.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft?: unknown } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
