/** Ten thousand open pages: what happens reaches them at once, costs little, and nobody hears of what is not his (row 13). */
import { setTimeout as pause } from "node:timers/promises";
import { buildAssignment, buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { median, percentile } from "#scripts/bench/figure.ts";
import { watchMemory } from "#scripts/bench/memory.ts";
import { leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled, type Trial } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";
import { type PageToOpen, StreamHolder } from "./stream-holder.ts";

const PAGES = 10_000;
/** Ten people a hundred pages each would be no fair sample of sessions; one page each no fair one of tabs. */
const PAGES_OF_ONE = 20;
/** One session may hold six pages. */
const SESSIONS_OF_ONE = 4;
const ADDRESSES = 20;
const BROADCASTS = 7;
const REACHED_WITHIN_MS = 10_000;
const QUIET_MS = 1500;
const CALL_EVERY_MS = 25;

const MOST_KILOBYTES_EACH = 30;
const REACHED_P99_MOST_MS = 500;
const CALL_MOST_MS = 50;

interface Scene {
  admin: Person;
  members: Person[];
  /** Of the members, several of each. */
  sessions: Person[];
  caseId: number;
  commentId: number;
  holder: StreamHolder;
  finding: Finding;
}

export const openPages: FaultTest = {
  row: 13,
  what: "10,000 open pages hear what happens, and only those who may",
  run: async (trial) => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    const holder = new StreamHolder(ground.origin);
    try {
      const scene = await ground.behind(() => enrol(ground, { trial, holder, finding }));
      const pages = pagesOf(scene.sessions, scaled(PAGES, trial));
      const watch = watchMemory(ground.portal.processId);
      await holder.open(pages);
      const { open } = await holder.lines();
      if (open < pages.length) {
        finding.lost += pages.length - open;
        finding.problems.push(`only ${open} of ${pages.length} pages could be opened`);
      }
      const reached: number[] = [];
      const calls: number[] = [];
      for (let round = 0; round < BROADCASTS; round += 1) {
        reached.push(await broadcast(scene, { pages, calls }));
      }
      const kilobytes = (((watch.peak() ?? 0) - (watch.before ?? 0)) * 1000) / pages.length;
      await takeAway(scene, pages);
      judge(finding, {
        pages: pages.length,
        kilobytes,
        reached,
        calls,
      });
      if (ground.portal.hasEnded()) finding.problems.push("the portal has crashed");
    } finally {
      await holder.close();
      await ground.close();
    }
    return finding;
  },
};

type Opening = { trial: Trial; holder: StreamHolder; finding: Finding };

/** Called behind the portal. */
async function enrol(ground: ProvingGround, { trial, ...rest }: Opening): Promise<Scene> {
  const [admin] = (await ground.people("admin")) as [Person];
  const members = await ground.people("client", scaled(PAGES / PAGES_OF_ONE, trial));
  const sessions = [...members];
  for (let more = 1; more < SESSIONS_OF_ONE; more += 1)
    for (const member of members) sessions.push(await ground.signIn(member));
  const caseFile = await buildCase();
  for (const { id } of members) await buildAssignment(caseFile, { userId: id });
  const { id: commentId } = await buildComment({ caseId: caseFile.id, userId: null });
  return { admin, members, sessions, caseId: caseFile.id, commentId, ...rest };
}

function pagesOf(sessions: readonly Person[], count: number): PageToOpen[] {
  return Array.from({ length: count }, (_, index) => {
    const { id, cookie } = sessions[index % sessions.length] as Person;
    const from = `127.0.0.${(index % ADDRESSES) + 2}`;
    return { owner: id, cookie, from };
  });
}

type Broadcast = { pages: readonly PageToOpen[]; calls: number[] };

/** Answers after how long all but one in a hundred had heard of it, counted from before it was sent. */
async function broadcast(scene: Scene, { pages, calls }: Broadcast): Promise<number> {
  const { holder, finding } = scene;
  await holder.awaitKey(keyOf(scene));
  const sentAt = Date.now();
  const working = keepCalling(scene, calls);
  await react(scene);
  const heard = await holder.gather(pages.length, REACHED_WITHIN_MS);
  await working.stop();
  finding.inputs += pages.length;
  finding.acknowledged += heard.length;
  if (heard.length !== pages.length) {
    finding.lost += Math.abs(pages.length - heard.length);
    finding.problems.push(`${heard.length} of ${pages.length} pages heard what happened`);
  }
  return percentile(
    heard.map(({ at }) => at - sentAt),
    0.99,
  );
}

/** Every second member loses the case: his pages close, and when they are open again they hear nothing of it. */
async function takeAway(scene: Scene, pages: readonly PageToOpen[]): Promise<void> {
  const { admin, members, caseId, holder, finding } = scene;
  const losers = new Set(members.filter((_, index) => index % 2 === 0).map(({ id }) => id));
  for (const id of losers) {
    const path = `/api/cases/${caseId}/assignments?userId=${id}`;
    const { status } = await admin.send({ method: "DELETE", path });
    if (status !== 200) finding.problems.push(`${path} answered ${status}`);
    finding.faults += 1;
  }
  await pause(QUIET_MS);
  const { closed } = await holder.lines();
  const theirs = pages.filter(({ owner }) => losers.has(owner));
  if (closed.length !== theirs.length || closed.some((owner) => !losers.has(owner)))
    finding.problems.push(
      `${closed.length} pages closed of ${theirs.length} whose owner lost the case`,
    );
  await holder.open(theirs);
  await holder.awaitKey(keyOf(scene));
  await react(scene);
  // All of them, so that those who should hear nothing have time to.
  const heard = await holder.gather(pages.length, QUIET_MS);
  const foreign = heard.filter(({ owner }) => losers.has(owner)).length;
  if (foreign > 0) leaked(finding, foreign, "pages heard of a case that their owner had lost");
  const others = pages.length - theirs.length;
  if (heard.length - foreign !== others)
    finding.problems.push(`${heard.length - foreign} of ${others} pages heard what concerns them`);
}

function keyOf({ caseId }: Scene): string {
  return `/api/cases/${caseId}/comments`;
}

/** A reaction: everybody's conversation is stale, and no mail is written. */
async function react({ admin, commentId, finding }: Scene): Promise<void> {
  const path = `/api/comments/${commentId}/reactions`;
  const { status } = await admin.send({ method: "POST", path, body: { emoji: "👍" } });
  if (status !== 200) finding.problems.push(`a reaction was answered ${status}`);
}

/** Somebody else works meanwhile. */
function keepCalling({ admin, finding }: Scene, taken: number[]): { stop(): Promise<void> } {
  const ending = new AbortController();
  const work = (async () => {
    while (!ending.signal.aborted) {
      const answer = await admin.send({ method: "GET", path: "/api/user" });
      taken.push(answer.milliseconds);
      if (answer.status !== 200) finding.problems.push(`a call was answered ${answer.status}`);
      await pause(CALL_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await work;
    },
  };
}

type Figures = {
  pages: number;
  kilobytes: number;
  reached: readonly number[];
  calls: readonly number[];
};

/** The quickest broadcast is judged: what other programs of this machine add to the rest is not the portal's. */

function judge(finding: Finding, { pages, kilobytes, reached, calls }: Figures): void {
  const call = median(calls);
  const quickest = Math.min(...reached);
  const figures = [
    `${pages.toLocaleString("en")} pages`,
    `${kilobytes.toFixed(0)} kB each`,
    `p99 ${quickest.toFixed(0)} to ${Math.max(...reached).toFixed(0)} ms`,
    `other calls ${call.toFixed(0)} ms (p95 ${percentile(calls, 0.95).toFixed(0)})`,
  ];
  finding.remark = figures.join(", ");
  if (kilobytes > MOST_KILOBYTES_EACH)
    finding.problems.push(`a page takes ${kilobytes.toFixed(0)} kB of the portal's memory`);
  if (quickest > REACHED_P99_MOST_MS)
    finding.problems.push(`99 of 100 pages were never reached before ${quickest.toFixed(0)} ms`);
  if (call > CALL_MOST_MS)
    finding.problems.push(`other calls took ${call.toFixed(0)} ms meanwhile`);
}
