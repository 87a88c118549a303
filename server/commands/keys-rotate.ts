/** `npm run keys:rotate`: wraps the key of every case by FILES_KEY instead of FILES_KEY_PREVIOUS. */
import { StartError } from "#server/core/start-error.ts";
import { KeyMismatch } from "#server/files/keys.ts";
import { rotateKeys } from "#server/files/rotate-keys.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(async () => {
  const config = quietConfig();
  if (config.previousFilesKey === null) {
    throw new StartError("Set FILES_KEY to the new key and FILES_KEY_PREVIOUS to the one before.");
  }
  await withRuntime(config, async () => {
    const { keys, rewrapped } = await rotateKeys().catch(explain);
    console.log(
      `${rewrapped} of ${keys} keys were wrapped anew: FILES_KEY_PREVIOUS is no longer needed.`,
    );
  });
});

function explain(error: unknown): never {
  if (!(error instanceof KeyMismatch)) throw error;
  throw new StartError(
    "Neither FILES_KEY nor FILES_KEY_PREVIOUS is the key that the stored files were encrypted with.",
    { cause: error },
  );
}
