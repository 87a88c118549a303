/** Runs the jobs that are due, in a test application that only collects them. */
import { runtime } from "#server/core/runtime.ts";
import { definedJobs } from "#server/jobs/jobs.ts";

/**
 * Those of one name, or all; jobs that these have asked for are run as well, and those that were put off where it is
 * said. Answers how many there were.
 */
export async function runDueJobs(name?: string, { andLater = false } = {}): Promise<number> {
  const { boss } = runtime.jobs;
  let count = 0;
  for (let found = true; found;) {
    found = false;
    for (const job of definedJobs()) {
      if (name !== undefined && job.name !== name) continue;
      const options = { batchSize: 50, ignoreStartAfter: andLater };
      for (const due of await boss.fetch<object>(job.name, options)) {
        await job.run(due.data as never);
        await boss.complete(job.name, due.id);
        count += 1;
        found = true;
      }
    }
  }
  return count;
}
