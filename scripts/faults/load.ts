/** Five minutes of everything at once: no call fails, and memory does not grow (row 14). */
import autocannon from "autocannon";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildComment } from "server/testing/factories/comments.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import { buildInvoice } from "server/testing/factories/invoices.ts";
import { percentile } from "#scripts/bench/figure.ts";
import { watchMemory } from "#scripts/bench/memory.ts";
import { leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import type { ProvingGround } from "./proving-ground.ts";
import { withAdmin } from "./with-admin.ts";

const SECONDS = 300;
const CONNECTIONS = 50;
/**
 * So many more that calls have to wait for one another; that lasts a fifth of the time. Whoever would have to wait for the
 * database for more than three seconds is told so (row 8), which on a slow machine is no failure of the portal.
 */
const CROWD = 500;
const COME_AGAIN = 503;
const CASES = 20;
const PEOPLE = 5;
const LOOK_EVERY_MS = 250;
/** Below a minute what is compiled and cached for the first time hides everything else. */
const MEMORY_TELLS_AFTER_SECONDS = 60;
const MOST_GROWTH = 1.1;

export const load: FaultTest = {
  row: 14,
  what: "mixed calls over 50 connections, then 500",
  run: async (trial) => {
    const finding = newFinding();
    const seconds = scaled(SECONDS, trial);
    await withAdmin(finding, async ({ ground, admin }) => {
      const people = [admin, ...(await ground.people("admin", PEOPLE - 1))];
      const requests = await mixOf(people);
      const steady = await press(ground, { requests, finding, connections: CONNECTIONS, seconds });
      const crowd = { requests, finding, connections: CROWD, seconds: Math.ceil(seconds / 5) };
      const crowded = await press(ground, crowd);
      const growth = steady.memory.end / steady.memory.start;
      if (seconds >= MEMORY_TELLS_AFTER_SECONDS && growth > MOST_GROWTH) {
        leaked(finding, 1, `portal whose memory grew to ${(growth * 100).toFixed(0)} %`);
      }
      const memory = `${steady.memory.start.toFixed(0)} to ${steady.memory.end.toFixed(0)} MB`;
      const away = crowded.turnedAway === 0 ? "" : `, ${crowded.turnedAway} told to come again`;
      finding.remark = `p99 ${steady.p99} ms, of 500 ${crowded.p99} ms${away}; ${memory}`;
      if (ground.portal.hasEnded()) finding.problems.push("the portal has crashed");
    });
    return finding;
  },
};

/** What screens ask for, and every eighth call a change. Called behind the portal. */
async function mixOf(people: readonly Person[]): Promise<autocannon.Request[]> {
  const requests: autocannon.Request[] = [];
  for (let index = 0; index < CASES; index += 1) {
    const headers = await (people[index % people.length] as Person).credentials();
    const { id, caseId } = await buildCase();
    const comment = await buildComment({ caseId: id, userId: null });
    const document = await buildDocument({ caseId: id });
    await buildInvoice({ caseId: id });
    for (const path of [
      "/api/cases",
      `/api/cases/by-case-id/${caseId}`,
      `/api/cases/${id}/comments`,
      `/api/cases/by-case-id/${caseId}/invoices`,
      "/api/invoices",
      `/api/documents/${document.id}/view`,
      "/api/user",
    ]) {
      requests.push({ method: "GET", path, headers });
    }
    requests.push({
      method: "POST",
      path: index % 2 === 0 ? `/api/cases/${id}/internal-notes` : reactionsOf(comment.id),
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(index % 2 === 0 ? { message: "Called the bank" } : { emoji: "👍" }),
    });
  }
  return requests;
}

const reactionsOf = (commentId: number) => `/api/comments/${commentId}/reactions`;

type Pressing = {
  requests: autocannon.Request[];
  finding: Finding;
  connections: number;
  seconds: number;
};
/** In megabytes: the mean of the second fifth of the time, when everything is warm, and of the last. */
type Pressed = { p99: string; turnedAway: number; memory: { start: number; end: number } };

async function press(ground: ProvingGround, pressing: Pressing): Promise<Pressed> {
  const { requests, finding, connections, seconds } = pressing;
  const taken: number[] = [];
  const memory: number[] = [];
  let turnedAway = 0;
  const look = () => memory.push(watchMemory(ground.portal.processId).before ?? 0);
  const looking = setInterval(look, LOOK_EVERY_MS);
  const { errors, timeouts } = await autocannon({
    url: ground.origin,
    requests,
    connections,
    duration: seconds,
    setupClient: (client) =>
      client.on("response", (status, _bytes, milliseconds) => {
        taken.push(milliseconds);
        finding.inputs += 1;
        if (status < 300) finding.acknowledged += 1;
        else if (status === COME_AGAIN && connections === CROWD) turnedAway += 1;
        else finding.problems.push(`a call over ${connections} connections was answered ${status}`);
      }),
  });
  clearInterval(looking);
  look();
  finding.faults += 1;
  if (errors + timeouts > 0)
    finding.problems.push(`${errors + timeouts} calls of ${connections} at once had no answer`);
  const fifth = Math.ceil(memory.length / 5);
  return {
    p99: percentile(taken, 0.99).toFixed(0),
    turnedAway,
    memory: { start: mean(memory.slice(fifth, 2 * fifth)), end: mean(memory.slice(-fifth)) },
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / (numbers.length || 1);
}
