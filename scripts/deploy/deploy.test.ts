import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "#scripts/bench/portal-process.ts";
import { root } from "#scripts/tools.ts";
import { findComposeProblems } from "./compose.ts";
import { processorSeconds, startContained, stopContained } from "./contained.ts";
import {
  commandOf,
  findContainerProblems,
  readContainerfile,
  settingsOf,
} from "./containerfile.ts";
import { findUnitProblems, measureExposure } from "./unit.ts";

const read = (name: string) => readFileSync(join(root, "deploy", name), "utf8");
const stages = readContainerfile(read("Containerfile"));
const last = stages.at(-1) as (typeof stages)[number];

let work: string;
let data: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "portal-contained-"));
  data = join(work, "data");
  mkdirSync(data, { mode: 0o700 });
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Calls an endpoint that anybody may call, and sends the second half of it when asked to. */
async function callInTwoHalves(origin: string): Promise<() => Promise<number | undefined>> {
  const body = JSON.stringify({ "csp-report": {} });
  const call = request(`${origin}/api/csp-report`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length },
  });
  const answered = once(call, "response");
  call.write(body.slice(0, 5));
  await once(call, "socket");
  await pause(100);
  return async () => {
    call.end(body.slice(5));
    const [answer] = (await answered) as [{ statusCode?: number; resume(): void }];
    answer.resume();
    return answer.statusCode;
  };
}

describe("the container", () => {
  it(
    "is made as it should be: by digest, without scripts of packages, for an account of its own",
    { tags: ["W-RUN-001"] },
    () => {
      expect(findContainerProblems(stages)).toEqual([]);
      const careless = read("Containerfile").replace("USER 10001:10001", "USER root");
      expect(findContainerProblems(readContainerfile(careless))).toHaveLength(1);
    },
  );

  it(
    "runs as 10001 on a root that is read-only, with /data alone, until it is stopped in the middle of a request",
    { tags: ["W-RUN-001..002"] },
    async () => {
      const port = String(await findFreePort());
      const environment = { ...settingsOf(last), HOST: "127.0.0.1", PORT: port };
      const start = (name: "CMD" | "HEALTHCHECK") =>
        startContained({ project: root, data, environment, command: commandOf(last, name) });
      const portal = start("CMD");
      let said = "";
      for (const stream of [portal.stdout, portal.stderr])
        stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
      const ended = once(portal, "exit");
      try {
        while (!said.includes("Portal ready") && portal.exitCode === null) await pause(20);
        const [healthy] = (await once(start("HEALTHCHECK"), "exit")) as [number];
        expect(healthy, said).toBe(0);
        expect(processorSeconds(portal)).toBeLessThan(10);
        const finish = await callInTwoHalves(`http://127.0.0.1:${port}`);
        const toldAt = performance.now();
        stopContained(portal);
        expect(await finish()).toBe(200);
        expect((await ended)[0]).toBe(0);
        expect(performance.now() - toldAt).toBeLessThan(10_000);
      } finally {
        portal.kill("SIGKILL");
      }
      const [unhealthy] = (await once(start("HEALTHCHECK"), "exit")) as [number];
      expect(unhealthy).toBe(1);
    },
  );
});

describe("the compose file", () => {
  const text = read("compose.yaml");

  it("publishes the portal alone, to this machine, and gives no service more than it needs", () => {
    expect(findComposeProblems(text)).toEqual([]);
    expect(findComposeProblems(text.replace('"127.0.0.1:3000:3000"', '"3000:3000"'))).toEqual([
      "portal: a port of it is open to the network",
    ]);
    expect(findComposeProblems(text.replace("mem_limit: 3g", "init: true"))).toEqual([
      "scan: its memory has no end",
    ]);
  });
});

describe("the unit of systemd", () => {
  it("takes away what the portal does not need", { tags: ["W-RUN-004"] }, () => {
    expect(findUnitProblems(read("portal.service"))).toEqual([]);
    const open = read("portal.service").replace("ProtectSystem=strict\n", "");
    expect(findUnitProblems(open)).toEqual(["ProtectSystem is not strict."]);
    // Null where there is no systemd to count it.
    expect(measureExposure(join(root, "deploy", "portal.service"))?.complaint ?? "").toBe("");
  });
});
