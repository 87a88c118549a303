/**
 * Two releases on one database (W-RUN-006): one serves while the next adds to the database and serves beside it, and is
 * then stopped. People write all the while, as through a proxy that knows both: no call fails, nothing is lost, and the
 * rows of the lists are right.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort, type PortalProcess } from "#scripts/bench/portal-process.ts";
import { Proxy } from "./behind-a-proxy.ts";
import { type FaultTest, type Finding, newFinding, scaled, type Trial } from "./fault.ts";
import { type Opening, type Scene, withJournal } from "./journaled.ts";
import { startPortal } from "./proving-ground.ts";
import { plantNextRelease, releaseBefore } from "./release-trees.ts";
import { writeUntil } from "./writers.ts";

const ROUNDS = 10;

export const twoReleases: FaultTest = {
  row: 5,
  what: "two releases on one database",
  run: async (trial) => {
    const finding = newFinding();
    const work = mkdtempSync(join(tmpdir(), "portal-releases-"));
    try {
      const next = plantNextRelease(join(work, "next"));
      for (let left = scaled(ROUNDS, trial); left > 0; left -= 1)
        await withJournal(finding, (scene) => toTheNext({ scene, finding, trial }, next));
      const before = releaseBefore(join(work, "before"));
      if (before === null)
        finding.remark = "this release and the next; no history of the one before";
      else await fromTheOneBefore({ finding, trial }, before);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
    return finding;
  },
};

type Test = { finding: Finding; trial: Trial };

/** This release serves; the next takes over, and until the end this one may start again. */
function toTheNext(
  { scene, finding, trial }: Test & { scene: Scene },
  next: string,
): Promise<void> {
  const { ground } = scene;
  const proxy = new Proxy(ground.origin);
  return whileWriting({ scene, finding, trial }, proxy, async (rest) => {
    await rest();
    const newer = await startPortal(ground.directory, { port: await findFreePort(), tree: next });
    finding.remark = `the next release serves after ${(newer.startedInMs / 1000).toFixed(1)} s`;
    proxy.origins.unshift(newer.origin);
    await rest();
    await ground.portal.stop();
    await rest();
    await ground.start();
    await rest();
    await leave(newer, proxy);
  });
}

/** The release before has made the database, and serves until this one has taken over. */
async function fromTheOneBefore({ finding, trial }: Test, before: string): Promise<void> {
  const older: PortalProcess[] = [];
  const opening: Opening = {
    before: async (directory) => {
      older.push(await startPortal(directory, { port: await findFreePort(), tree: before }));
    },
  };
  const hurt = async (scene: Scene) => {
    const [first] = older;
    if (first === undefined) return;
    const proxy = new Proxy(scene.ground.origin, first.origin);
    await whileWriting({ scene, finding, trial }, proxy, async (rest) => {
      await rest();
      await leave(first, proxy);
      await rest();
    });
  };
  try {
    await withJournal(finding, hurt, opening);
  } finally {
    await Promise.all(older.map((portal) => portal.stop()));
  }
}

/** A proxy stops asking a portal before it is stopped; what was sent to it is answered. */
async function leave(portal: PortalProcess, proxy: Proxy): Promise<void> {
  proxy.origins.splice(proxy.origins.indexOf(portal.origin), 1);
  await portal.stop();
}

async function whileWriting(
  { scene, finding, trial }: Test & { scene: Scene },
  proxy: Proxy,
  work: (rest: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { writers, journal } = scene;
  const { random } = trial;
  const shift = new AbortController();
  const led = { ...writers, admins: writers.admins.map((person) => proxy.lead(person)) };
  const writing = writeUntil({ writers: led, journal, random, signal: shift.signal });
  try {
    await work(() => pause(random.integer(300, 1000)));
  } finally {
    shift.abort();
    const unanswered = await writing;
    finding.faults += 1;
    const silent = unanswered.map(({ mark }) => `${mark} got no answer`);
    finding.problems.push(...silent, ...proxy.failures);
  }
}
