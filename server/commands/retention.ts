/** `npm run retention -- --dry-run`: whose papers have reached the end of their time; without it, what the night job does. */
import { StartError } from "#server/core/start-error.ts";
import {
  applyRetention,
  NOTICE_DAYS,
  type RetainedCase,
} from "#server/modules/cases/retention.service.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(async () => {
  const wishes = process.argv.slice(2);
  const isDryRun = wishes.includes("--dry-run");
  if (wishes.some((wish) => wish !== "--dry-run"))
    throw new StartError("The only thing to say is --dry-run.");
  const config = quietConfig();
  const { retentionYears } = config;
  if (retentionYears === 0) {
    console.log("RETENTION_YEARS is 0: the papers of closed cases are kept.");
    return;
  }
  await withRuntime(config, async () => {
    const { announced, erased } = await applyRetention({ isDryRun });
    const would = isDryRun ? "would be" : "were";
    list(
      `closed cases whose papers end after ${retentionYears} years ${would} announced`,
      announced,
    );
    list(`cases announced more than ${NOTICE_DAYS} days ago ${would} emptied`, erased);
    if (isDryRun) console.log("Nothing was changed.");
  });
});

function list(what: string, cases: readonly RetainedCase[]): void {
  console.log(`${cases.length} ${what}.`);
  for (const { code, documentCount } of cases) console.log(`  ${code}: ${documentCount} documents`);
}
