/** A public demonstration is filled anew each night, by a process of its own, while the portal goes on (W-RUN-012). */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runtime } from "#server/core/runtime.ts";
import { openBureau } from "#server/database/bureau.ts";
import { defineJob, type Job } from "#server/jobs/jobs.ts";
import { DEMO_PEOPLE_FILE } from "#server/modules/demo/demo.service.ts";
import { ACCOUNTS_FILE, FILLING_MARK } from "./fill-demo.ts";

/** Called by the public demonstration alone: no other portal knows the job. */
export function renewEachNight(fill: () => Promise<void>): Job<Record<string, never>> {
  const options = { schedule: "0 3 * * *", inBureauZone: true, expireInSeconds: 1800 } as const;
  return defineJob("demo.renew", { ...options, retryLimit: 1 }, () => renew(fill));
}

/** `fill` finds the mark of a filling that was broken off, and so empties everything first. */
async function renew(fill: () => Promise<void>): Promise<void> {
  const { dataDirectory } = runtime.config;
  await writeFile(join(dataDirectory, FILLING_MARK), "");
  // A start in the middle of it begins again, and nobody is offered whom there is no more.
  for (const name of [ACCOUNTS_FILE, DEMO_PEOPLE_FILE])
    await rm(join(dataDirectory, name), { force: true });
  await fill();
  // It begins again with the first version, which memory would take for an older one.
  runtime.bureau.row = (await openBureau(runtime.database)).row;
}
