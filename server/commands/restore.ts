/** `npm run restore -- file`: brings a backup back into an empty database and an empty data directory. */
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { findDatabase } from "#server/open-runtime.ts";
import { BackupError } from "#server/operations/backup/backup-error.ts";
import { restore } from "#server/operations/backup/restore.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async () => {
  const [, , path] = process.argv;
  if (path === undefined) throw new BackupError("Name the file: npm run restore -- portal.backup");
  const config = loadConfig(readEnvironment());
  const place = await findDatabase(config);
  try {
    const report = await restore(path, { config, address: place.owner });
    console.log(
      `Restored ${report.rows} rows and ${report.objects} files, as they were at ${report.madeAt}.`,
    );
    for (const key of report.missing) console.error(`Missing since before the backup: ${key}`);
  } finally {
    await place.close();
  }
});
