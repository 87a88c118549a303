/** A portal that does nothing but build the dossiers that wait, for tests that kill it. */
import { quietConfig, withRuntime } from "#commands/run-command.ts";
import { runDueJobs } from "./jobs.ts";

await withRuntime(quietConfig(), async () => {
  await runDueJobs("dossiers.build");
});
