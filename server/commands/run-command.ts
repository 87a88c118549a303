/** What every command beside the portal has in common: it says in sentences what is wrong, and ends with a code. */
import "#server/core/frozen-prototype.ts";
import { type Config, ConfigError, loadConfig, readEnvironment } from "#server/config/config.ts";
import { StartError } from "#server/core/start-error.ts";
import { defineModules } from "#server/modules.ts";
import { openRuntime, type OpenRuntime } from "#server/open-runtime.ts";
import { BackupError } from "#server/operations/backup/backup-error.ts";

export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    for (const sentence of sentencesOf(error)) console.error(sentence);
    process.exitCode = 1;
  }
}

/** What a command prints is its answer: the log keeps quiet. */
export function quietConfig(): Config {
  return loadConfig({ ...readEnvironment(), LOG_LEVEL: "silent" });
}

/** Opens what the portal works with, and closes it again whatever happens. */
export function withRuntime(config: Config, work: () => Promise<void>): Promise<void> {
  return withOpened(config, work);
}

/** For those that also open a connection of their own. */
export async function withOpened(
  config: Config,
  work: (opened: OpenRuntime) => Promise<void>,
): Promise<void> {
  const opened = await openRuntime(config);
  defineModules();
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof StartError || error instanceof BackupError) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
