/** Runs the jobs that are due, in a test application that only collects them. */
import { runtime } from "#server/core/runtime.ts";
import { definedJobs } from "#server/jobs/jobs.ts";

/** Those of one name, or all; jobs that these have asked for are run as well. Answers how many there were. */
export async function runDueJobs(name?: string): Promise<number> {
  const { boss } = runtime.jobs;
  let count = 0;
  for (let found = true; found;) {
    found = false;
    for (const job of definedJobs()) {
      if (name !== undefined && job.name !== name) continue;
      for (const due of await boss.fetch<object>(job.name, { batchSize: 50 })) {
        await job.run(due.data as never);
        await boss.complete(job.name, due.id);
        count += 1;
        found = true;
      }
    }
  }
  return count;
}
