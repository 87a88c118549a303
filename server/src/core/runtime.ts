import type { Pool } from "pg";
import type { Config } from "#server/config/config.ts";
import type { Channels } from "#server/database/channel.ts";
import type { Database } from "#server/database/connection.ts";
import type { Clock } from "#server/integrations/clock.ts";
import type { FileStorages } from "#server/integrations/storage/create-storages.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import type { Log } from "./log.ts";

/** What the process owns, in one place: opened by main.ts (or by a test) before anything else runs. */
export type Runtime = {
  config: Config;
  database: Database;
  pool: Pool;
  channels: Channels;
  jobs: Jobs;
  files: FileStorages;
  clock: Clock;
  log: Log;
};

export let runtime: Runtime;

export function setRuntime(next: Runtime): void {
  runtime = next;
}
