/** Starts what the container would start, until it is healthy, and stops it again. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#scripts/bench/portal-process.ts";
import { processorSeconds, startContained, stopContained } from "./contained.ts";
import { commandOf, settingsOf, type Stage } from "./containerfile.ts";

const HEALTHY_MOST_S = 10;
const STOPPED_MOST_S = 10;
const LOOK_AGAIN_MS = 200;

export type Tried = { problems: string[]; remark: string };

export async function tryContainer(project: string, stages: readonly Stage[]): Promise<Tried> {
  const last = stages.at(-1) as Stage;
  const work = mkdtempSync(join(tmpdir(), "portal-contained-"));
  const data = join(work, "data");
  mkdirSync(data, { mode: 0o700 });
  const port = String(await findFreePort());
  const environment = { ...settingsOf(last), HOST: "127.0.0.1", PORT: port };
  const start = (name: "CMD" | "HEALTHCHECK") =>
    startContained({ project, data, environment, command: commandOf(last, name) });
  const since = performance.now();
  const seconds = (from: number) => (performance.now() - from) / 1000;
  const portal = start("CMD");
  let said = "";
  for (const stream of [portal.stdout, portal.stderr])
    stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(portal, "exit");
  try {
    const isHealthy = async () => (await once(start("HEALTHCHECK"), "exit"))[0] === 0;
    while (!(await isHealthy())) {
      if (portal.exitCode !== null) return { problems: [said], remark: "it did not start" };
      await pause(LOOK_AGAIN_MS);
    }
    const healthy = seconds(since);
    const worked = processorSeconds(portal).toFixed(1);
    const toldAt = performance.now();
    stopContained(portal);
    const [exitCode] = (await ended) as [number];
    const stopped = seconds(toldAt);
    const problems = [
      healthy > HEALTHY_MOST_S && `it was healthy after ${healthy.toFixed(1)} s`,
      stopped > STOPPED_MOST_S && `it stopped after ${stopped.toFixed(1)} s`,
      exitCode !== 0 && `it ended with ${exitCode}`,
    ].filter((problem) => problem !== false);
    const remark = `healthy after ${healthy.toFixed(1)} s, ${worked} s its own work, stopped after ${stopped.toFixed(1)} s`;
    return { problems, remark };
  } finally {
    portal.kill("SIGKILL");
    rmSync(work, { recursive: true, force: true });
  }
}
