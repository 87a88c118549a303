/** Runs a command in a process of its own, beside the portal of a test, on the same database and files. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { runtime } from "#server/core/runtime.ts";
import { databaseSettings } from "./test-database.ts";

export type CommandRun = { exitCode: number; output: string; complaint: string };

export function runCommandBeside(
  command: string,
  values: string[] = [],
  settings: Record<string, string> = {},
): Promise<CommandRun> {
  const { config } = runtime;
  const env = {
    PATH: process.env["PATH"],
    LOG_LEVEL: "silent",
    DATA_DIR: config.dataDirectory,
    ...databaseSettings(),
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
