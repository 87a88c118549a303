/** Runs a command beside the portal of a test, on the same database and files. */
import { execFile, fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { runtime } from "#server/core/runtime.ts";
import { databaseSettings } from "./test-database.ts";

export type CommandRun = { exitCode: number; output: string; complaint: string };
export type CommandCall = {
  script: string;
  values: string[];
  env: Record<string, string | undefined>;
  directory: string;
};

/** In a process that all commands of this worker share: starting one for each would take most of the time. */
export async function runCommandBeside(
  command: string,
  values: string[] = [],
  settings: Record<string, string> = {},
): Promise<CommandRun> {
  const call = callOf(command, values, settings);
  const run = last.then(async () => {
    host ??= startHost();
    host.send(call);
    const [said] = (await once(host, "message")) as [CommandRun];
    return said;
  });
  last = run;
  return run;
}

/** In a process of its own, which has to end by itself. */
export function runCommandAlone(
  command: string,
  values: string[] = [],
  settings: Record<string, string> = {},
): Promise<CommandRun> {
  const { script, env, directory } = callOf(command, values, settings);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...values],
      { env, cwd: directory },
      (error, output, complaint) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), output, complaint });
      },
    );
  });
}

/** A program of the tests that goes on until somebody kills it. */
export function startBeside(program: string): ChildProcess {
  const script = join(import.meta.dirname, `${program}.ts`);
  const { env, directory } = callOf(program, [], {});
  return spawn(process.execPath, [script], { env, cwd: directory, stdio: "ignore" });
}

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Ends with the worker, whose connection it loses. */
function startHost(): ChildProcess {
  const started = fork(join(import.meta.dirname, "command-host.ts"), [], {
    execArgv: [],
    env: { PATH: process.env["PATH"] },
  });
  started.unref();
  started.channel?.unref();
  return started;
}

function callOf(command: string, values: string[], settings: Record<string, string>): CommandCall {
  const { config } = runtime;
  return {
    script: join(import.meta.dirname, "..", "commands", `${command}.ts`),
    values,
    directory: config.dataDirectory,
    env: {
      PATH: process.env["PATH"],
      LOG_LEVEL: "silent",
      DATA_DIR: config.dataDirectory,
      ...databaseSettings(),
      SECRET_KEY: config.secretKey.toString("base64"),
      FILES_KEY: config.filesKey.toString("base64"),
      ...settings,
    },
  };
}
