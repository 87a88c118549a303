/** Runs a command in a process of its own, beside the portal of a test, on the same database and files. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import type { DatabaseAddress } from "#server/database/connection.ts";
import { runtime } from "#server/runtime.ts";

export type CommandRun = { exitCode: number; output: string; complaint: string };

export function runCommandBeside(
  command: string,
  values: string[] = [],
  settings: Record<string, string> = {},
): Promise<CommandRun> {
  const { config, pool } = runtime;
  const { host, port, user, database } = pool.options as Exclude<
    DatabaseAddress,
    { connectionString: string }
  >;
  const env = {
    PATH: process.env["PATH"],
    LOG_LEVEL: "silent",
    DATA_DIR: config.dataDirectory,
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: config.secretKey.toString("base64"),
    FILES_KEY: config.filesKey.toString("base64"),
    ...settings,
  };
  const script = join(import.meta.dirname, "..", "commands", `${command}.ts`);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...values],
      { env, cwd: config.dataDirectory },
      (error, output, complaint) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), output, complaint });
      },
    );
  });
}
