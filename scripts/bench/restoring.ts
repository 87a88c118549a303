/** How long a backup takes to be made and to be brought back, by how much there is. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "server/src/config/config.ts";
import { runtime } from "server/src/core/runtime.ts";
import { openEmbeddedPostgres } from "server/src/database/embedded/embedded-postgres.ts";
import { backUp } from "server/src/operations/backup/back-up.ts";
import { restore } from "server/src/operations/backup/restore.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { buildDocument } from "server/testing/factories/documents.ts";
import type { Figure } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const FILE_BYTES = 10_000_000;
const BYTES_PER_GB = 1e9;
const SIZES_GB = [0.1, 1];
const EXTRAPOLATED_GB = [10, 100];

type Timed = { gigabytes: number; made: number; restored: number };

export async function measureRestoring(fixtures: Fixtures): Promise<Figure[]> {
  await fixtures.withCases(1000);
  const { id } = await buildCase();
  const times: Timed[] = [];
  let files = 0;
  for (const size of SIZES_GB) {
    for (; files * FILE_BYTES < size * BYTES_PER_GB; files += 1)
      await buildDocument({ caseId: id, content: randomBytes(FILE_BYTES) });
    times.push(await backUpAndRestore(fixtures));
  }
  return [
    ...times.map(({ gigabytes, made, restored }) =>
      told(
        `${gigabytes.toFixed(2)} GB`,
        `made in ${made.toFixed(1)} s, restored in ${restored.toFixed(1)} s`,
      ),
    ),
    ...EXTRAPOLATED_GB.map((size) =>
      told(`${size} GB, extrapolated`, `restored in ${minutes(extrapolate(times, size))}`),
    ),
  ];
}

async function backUpAndRestore(fixtures: Fixtures): Promise<Timed> {
  const file = join(fixtures.directory, "measured.backup");
  const directory = mkdtempSync(join(fixtures.directory, "restored-"));
  const { config } = runtime;
  const made = await secondsOf(async () => {
    await backUp(file, { config, address: await fixtures.owner() });
  });
  const gigabytes = statSync(file).size / BYTES_PER_GB;
  const keys = {
    SECRET_KEY: config.secretKey.toString("base64"),
    FILES_KEY: config.filesKey.toString("base64"),
  };
  const empty = await openEmbeddedPostgres(directory);
  const restored = await secondsOf(async () => {
    const into = loadConfig({ ...keys, DATA_DIR: directory });
    await restore(file, { config: into, address: empty.owner });
  });
  await empty.close();
  for (const path of [file, directory]) rmSync(path, { recursive: true });
  return { gigabytes, made, restored };
}

/** A straight line through both: what it costs in any case, and what each byte adds. */
function extrapolate([small, large]: readonly Timed[], gigabytes: number): number {
  if (small === undefined || large === undefined) return Number.NaN;
  const each = (large.restored - small.restored) / (large.gigabytes - small.gigabytes);
  return large.restored + each * (gigabytes - large.gigabytes);
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
}

const minutes = (seconds: number) => `about ${Math.ceil(seconds / 60)} minutes`;

function told(what: string, measured: string): Figure {
  return { what: `Backup of ${what}`, target: null, measured, isMet: null };
}
