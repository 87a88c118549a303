/** Calls made by chance from the contract: none may break the portal (row 16), none may reach another family (row 21). */
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import {
  buildCanaries,
  type CanaryUser,
  type CanaryFixtures,
  foreignMarks,
} from "server/testing/canaries.ts";
import { buildFullPortal } from "server/testing/full-portal.ts";
import { malformedRequests } from "server/testing/malformed-http.ts";
import { type RandomCall, randomCalls } from "server/testing/random-calls.ts";
import { samplePdf } from "server/testing/sample-files.ts";
import { checkWholeness, leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled, type Trial } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";

const CALLS = 100_000;
const BATCH = 400;
const AT_ONCE = 4;
const ANSWER_MOST_MS = 1000;
const MARK = /cnr[fb]\d{4}q/;

type CallMade = { call: RandomCall; index: number };

export const malformedRequestsByChance: FaultTest = {
  row: 16,
  what: "malformed HTTP, multipart and JSON from the contract",
  run: async (trial) => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    let slowest = 0;
    try {
      await ground.behind(async () => {
        await buildFullPortal(3);
        const ids = Array.from({ length: 12 }, (_, index) => index + 1);
        const calls = randomCalls({ targets: { id: ids }, files: [await samplePdf()] });
        let people: Person[] = [];
        const renew = async () => {
          people = [...(await ground.people("admin", 3)), ...(await ground.people("agent"))];
        };
        await inBatches(calls, { trial, renew }, async ({ call, index }) => {
          const person = people[index % people.length] as Person;
          const { status, milliseconds } = await sendCall(person, call);
          slowest = Math.max(slowest, milliseconds);
          judge(finding, { call, status, milliseconds });
        });
      });
      await sendMalformed(ground, finding, scaled(CALLS / 100, trial));
      if (ground.portal.hasEnded()) finding.problems.push("the portal has crashed");
      await ground.portal.stop();
      await ground.behind(() => checkWholeness(finding));
    } finally {
      await ground.close();
    }
    finding.remark = `slowest answer ${slowest.toFixed(0)} ms`;
    return finding;
  },
};

export const canaries: FaultTest = {
  row: 21,
  what: "random calls by 12 users over 50 families with a mark in every byte",
  run: async (trial) => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    let marked = 0;
    try {
      const { fixtures, people } = await ground.behind(() => openCanaries(ground, trial));
      const calls = randomCalls({
        targets: fixtures.targets,
        files: [await samplePdf()],
        isWanted: (endpoint, name) =>
          endpoint.access !== "automation" && !/^session\.log|^profile\./.test(name),
      });
      const streams = await Promise.all(people.map((person) => openStream(person)));
      await inBatches(calls, { trial, renew: async () => undefined }, async ({ call, index }) => {
        const who = index % people.length;
        const { status, text, headers } = await sendCall(people[who] as Person, call);
        const heard = JSON.stringify([...headers]) + text;
        finding.inputs += 1;
        if (status < 300) finding.acknowledged += 1;
        if (status < 300 && MARK.test(heard)) marked += 1;
        requireOwn(finding, { reader: fixtures.users[who] as CanaryUser, call, heard });
      });
      for (const [who, stream] of streams.entries()) {
        const call = { name: "session.streamEvents", method: "GET", url: "/api/events" };
        const reader = fixtures.users[who] as CanaryUser;
        const heard = stream.close();
        requireOwn(finding, { reader, call: { ...call, headers: {}, payload: undefined }, heard });
      }
    } finally {
      await ground.close();
    }
    finding.faults = finding.inputs - finding.acknowledged;
    finding.remark = `${marked.toLocaleString("en")} answers held marks, all of the caller's own`;
    if (marked === 0) finding.problems.push("no answer held any mark: nothing was tried");
    return finding;
  },
};

async function openCanaries(
  ground: ProvingGround,
  { random }: Trial,
): Promise<{ fixtures: CanaryFixtures; people: Person[] }> {
  const fixtures = await buildCanaries({ cases: 50, users: 12 }, () => random.fraction());
  const people: Person[] = [];
  for (const { user } of fixtures.users) people.push(await ground.signIn(user));
  return { fixtures, people };
}

type Batching = { trial: Trial; renew: () => Promise<void> };

/** `renew` comes before each batch, for people whom chance has signed out. */
async function inBatches(
  calls: fc.Arbitrary<RandomCall>,
  { trial, renew }: Batching,
  work: (made: CallMade) => Promise<void>,
): Promise<void> {
  const count = scaled(CALLS, trial);
  for (let from = 0; from < count; from += BATCH) {
    await renew();
    const seed = trial.random.integer(0, 0x7f_ff_ff_ff);
    const queue = fc.sample(calls, { numRuns: Math.min(BATCH, count - from), seed }).entries();
    const workers = Array.from({ length: AT_ONCE }, async () => {
      for (const [index, call] of queue) await work({ call, index });
    });
    await Promise.all(workers);
  }
}

function sendCall(person: Person, { method, url, headers, payload }: RandomCall) {
  return person.send({ method, path: url, headers, ...(payload && { body: payload }) });
}

type Judged = { call: RandomCall; status: number; milliseconds: number };

function judge(finding: Finding, { call, status, milliseconds }: Judged): void {
  finding.inputs += 1;
  if (status < 300) finding.acknowledged += 1;
  else finding.faults += 1;
  const shown = `${call.method} ${call.url} ${call.payload?.toString().slice(0, 300) ?? ""}`;
  if (status >= 500) finding.problems.push(`${status} for ${shown}`);
  if (milliseconds > ANSWER_MOST_MS)
    finding.problems.push(`${milliseconds.toFixed(0)} ms for ${shown}`);
}

function requireOwn(
  finding: Finding,
  { reader, call, heard }: { reader: CanaryUser; call: RandomCall; heard: string },
): void {
  const marks = foreignMarks(reader, call, heard);
  if (marks.length === 0) return;
  const who = `${reader.user.role} ${reader.user.id}`;
  leaked(finding, 1, `answer to ${who} held ${marks[0]}: ${call.method} ${call.url}`);
}

/** What no client library would send: each must be answered or cut, and never with a fault of the server. */
async function sendMalformed(
  { origin, portal }: ProvingGround,
  finding: Finding,
  rounds: number,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  for (let round = 0; round < rounds; round += 1) {
    for (const { what, bytes } of malformedRequests) {
      const answer = await sayRaw({ host: hostname, port: Number(port) }, bytes);
      finding.inputs += 1;
      finding.faults += 1;
      if (/^HTTP\/1\.\d [25]/.test(answer))
        finding.problems.push(`${what} was answered ${answer.slice(0, 40)}`);
    }
    if (portal.hasEnded()) return;
  }
}

function sayRaw(address: { host: string; port: number }, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(address);
    let answer = "";
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(ANSWER_MOST_MS, end);
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.on("error", end).on("close", end);
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

async function openStream(person: Person): Promise<{ close(): string }> {
  let heard = "";
  const call = request(`${person.origin}/api/events`, { headers: await person.credentials() });
  call.on("response", (answer) =>
    answer.on("data", (chunk: Buffer) => (heard += chunk.toString())),
  );
  call.on("error", () => undefined);
  call.end();
  await pause(50);
  return {
    close: () => {
      call.destroy();
      return heard;
    },
  };
}
