/** A backup is proven by restoring it: made while people write, brought back elsewhere, compared (row 24). */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { loadConfig } from "server/src/config/config.ts";
import { openRuntime } from "server/src/open-runtime.ts";
import { root } from "#scripts/tools.ts";
import { checkJournal } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import { Journal } from "./journal.ts";
import { ProvingGround } from "./proving-ground.ts";
import type { Random } from "./random.ts";
import { enrolWriters, writeUntil } from "./writers.ts";

const DRILLS = 20;
const FLIPS = 10;

export const backupDrill: FaultTest = {
  row: 24,
  what: "backup under load, restored elsewhere; flipped bytes in it",
  run: async (trial) => {
    const finding = newFinding();
    for (let left = scaled(DRILLS, trial); left > 0; left -= 1) await drill(trial.random, finding);
    return finding;
  },
};

async function drill(random: Random, finding: Finding): Promise<void> {
  const records = mkdtempSync(join(tmpdir(), "portal-drill-"));
  const ground = await ProvingGround.open();
  try {
    const writers = await ground.behind(() => enrolWriters(ground));
    const before = new Journal(join(records, "before.jsonl"));
    const shift = new AbortController();
    const signal = shift.signal;
    await writeUntil({ writers, journal: before, random, signal: AbortSignal.timeout(1500) });
    // What is written while the backup runs may be in it or not, but then whole.
    const during = new Journal(join(records, "during.jsonl"), 1_000_000);
    const writing = writeUntil({ writers, journal: during, random, signal });
    await pause(random.integer(0, 300));
    const archive = join(records, "portal.backup");
    await run("backup", archive, ground.directory);
    shift.abort();
    await writing;
    finding.faults += 1;
    const there = join(records, "there");
    await requireRefusals(
      { archive, keys: join(ground.directory, "keys"), there },
      random,
      finding,
    );
    await run("restore", archive, there);
    writeFileSync(join(records, "both.jsonl"), acknowledgedOf(records));
    await lookAt(there, new Journal(join(records, "both.jsonl")), finding);
    before.close();
    during.close();
  } finally {
    await ground.close();
    rmSync(records, { recursive: true, force: true });
  }
}

/** Acknowledged before the backup began: must be there. Everything later: may be there. */
function acknowledgedOf(records: string): string {
  const during = readFileSync(join(records, "during.jsonl"), "utf8");
  const attempts = during.split("\n").filter((line) => line.includes('"attempted"'));
  return readFileSync(join(records, "before.jsonl"), "utf8") + attempts.join("\n");
}

type Places = { archive: string; keys: string; there: string };

/** A flipped byte anywhere is reported, and nothing is restored. Afterwards the place is ready for the sound one. */
async function requireRefusals(
  { archive, keys, there }: Places,
  random: Random,
  finding: Finding,
): Promise<void> {
  const sound = readFileSync(archive);
  const prepare = () => {
    rmSync(there, { recursive: true, force: true });
    mkdirSync(there);
    cpSync(keys, join(there, "keys"), { recursive: true });
  };
  for (let left = FLIPS; left > 0; left -= 1) {
    prepare();
    const damaged = Buffer.from(sound);
    const place = random.integer(0, damaged.length - 1);
    damaged[place] = (damaged[place] ?? 0) ^ (1 << random.integer(0, 7));
    writeFileSync(`${archive}.damaged`, damaged);
    finding.faults += 1;
    const isAccepted = await run("restore", `${archive}.damaged`, there).then(
      () => true,
      () => false,
    );
    if (isAccepted) finding.problems.push(`a flipped bit in byte ${place} was not noticed`);
  }
  prepare();
}

async function lookAt(directory: string, journal: Journal, finding: Finding): Promise<void> {
  const opened = await openRuntime(loadConfig({ DATA_DIR: directory, LOG_LEVEL: "silent" }));
  try {
    await checkJournal(journal, finding);
  } finally {
    await opened.close();
    journal.close();
  }
}

/** Fails with what the command complains about. */
function run(command: "backup" | "restore", file: string, dataDirectory: string): Promise<void> {
  const script = join(root, "server", "commands", `${command}.ts`);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDirectory };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [script, file], { env, cwd: dataDirectory }, (error, _, complaint) =>
      error === null ? resolve() : reject(new Error(`${command}: ${complaint}`)),
    );
  });
}
