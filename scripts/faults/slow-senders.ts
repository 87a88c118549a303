/** Hundreds of connections that never finish what they say, while others want to work (row 12). */
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { leaked } from "./checker.ts";
import { type FaultTest, type Finding, newFinding } from "./fault.ts";
import type { Person } from "./person.ts";
import { ProvingGround } from "./proving-ground.ts";

const EACH = 150;
const DRIP_MS = 1000;
const HEADERS_CLOSED_WITHIN_MS = 20_000;
/** The whole of a request has three minutes: three megabytes at 200 kilobits a second need 126 seconds. */
const BODIES_CLOSED_WITHIN_MS = 185_000;
const GOOD_CALL_MOST_MS = 50;

const HEAD = "POST /api/login HTTP/1.1\r\nHost: localhost\r\n";
const WHOLE_HEAD = `${HEAD}Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{`;

export const slowSenders: FaultTest = {
  row: 12,
  what: "300 requests whose headers or bodies never end",
  run: async () => {
    const finding = newFinding();
    const ground = await ProvingGround.open();
    try {
      const [person] = (await ground.behind(() => ground.people("admin"))) as [Person];
      const heads = Array.from({ length: EACH }, () => drip(ground, HEAD, "X-A: 1\r\n"));
      const bodies = Array.from({ length: EACH }, () => drip(ground, WHOLE_HEAD, " "));
      finding.faults = heads.length + bodies.length;
      const good = await callFor(HEADERS_CLOSED_WITHIN_MS, person, finding);
      requireClosed(finding, heads, "unfinished headers are still open after 20 s");
      const rest = BODIES_CLOSED_WITHIN_MS - HEADERS_CLOSED_WITHIN_MS;
      for (let waited = 0; waited < rest && bodies.some(isOpen); waited += DRIP_MS)
        await pause(DRIP_MS);
      requireClosed(finding, bodies, "unfinished bodies are still open after three minutes");
      finding.remark = `good calls meanwhile: median ${good.toFixed(0)} ms`;
      if (good > GOOD_CALL_MOST_MS) finding.problems.push(`good calls took ${good.toFixed(0)} ms`);
    } finally {
      await ground.close();
    }
    return finding;
  },
};

function drip({ origin }: ProvingGround, head: string, drop: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // The portal may reset a line it has lost patience with.
  socket.on("error", () => undefined);
  socket.write(head);
  const timer = setInterval(() => socket.write(drop), DRIP_MS);
  socket.on("close", () => clearInterval(timer));
  socket.resume();
  return socket;
}

function isOpen(socket: Socket): boolean {
  return !socket.destroyed;
}

function requireClosed(finding: Finding, sockets: Socket[], what: string): void {
  const open = sockets.filter(isOpen);
  if (open.length > 0) leaked(finding, open.length, what);
  for (const socket of open) socket.destroy();
}

/** The median of how long a good call takes meanwhile. */
async function callFor(milliseconds: number, person: Person, finding: Finding): Promise<number> {
  const taken: number[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    const answer = await person.send({ method: "GET", path: "/api/user" });
    taken.push(answer.milliseconds);
    finding.inputs += 1;
    if (answer.status === 200) finding.acknowledged += 1;
    else finding.problems.push(`a good call was answered ${answer.status}`);
    await pause(100);
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(taken.length / 2)] ?? 0;
}
