/** `npm run backup -- file`: database and files in one encrypted file, while the portal runs. */
import { loadConfig, readEnvironment } from "#server/config/config.ts";
import { noteBackup } from "#server/events/note-backup.ts";
import { findDatabase } from "#server/open-runtime.ts";
import { backUp } from "#server/operations/backup/back-up.ts";
import { BackupError } from "#server/operations/backup/backup-error.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async () => {
  const [, , path] = process.argv;
  if (path === undefined) throw new BackupError("Name the file: npm run backup -- portal.backup");
  const config = loadConfig(readEnvironment());
  const place = await findDatabase(config);
  try {
    const { madeAt, rows, objects, missing } = await backUp(path, {
      config,
      address: place.owner,
    });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    await noteBackup(place.owner, objects).catch(({ message }: Error) =>
      console.error(`The audit log does not name this backup: ${message}`),
    );
    console.log(`${path} holds ${total} rows and ${objects} files, as they were at ${madeAt}.`);
    for (const key of missing) console.error(`Missing in storage, and so in the backup: ${key}`);
    if (missing.length > 0) process.exitCode = 1;
  } finally {
    await place.close();
  }
});
