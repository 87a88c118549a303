/** A portal as `npm start` runs it, in a process of its own that can be watched. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { root } from "#scripts/tools.ts";

const STOP_TIMEOUT_MS = 10_000;

export interface PortalProcess {
  origin: string;
  dataDirectory: string;
  processId: number;
  /** From the command to the first line that says it is ready. */
  startedInMs: number;
  stop(): Promise<void>;
  /** As a crash would end it: at once, and without a word. */
  kill(): Promise<void>;
  hasEnded(): boolean;
  /** What it has written so far, its beginning at least. */
  output(): string;
}

export interface PortalOptions {
  /** Settings beside those that a portal of its own needs. */
  settings?: Record<string, string>;
  /** One that was free when it was asked for; another start can have it again. */
  port?: number;
  /** What Node runs; what stands behind `npm start` unless said otherwise. */
  args?: string[];
}

export async function startPortalProcess(
  dataDirectory: string,
  options: PortalOptions = {},
): Promise<PortalProcess> {
  const port = options.port ?? (await findFreePort());
  const origin = `http://localhost:${port}`;
  const before = performance.now();
  const { PATH = "", HOME = "", SystemRoot = "", TEMP = "" } = process.env;
  const child = spawn(process.execPath, options.args ?? startArguments(), {
    cwd: dataDirectory,
    env: {
      PATH,
      HOME,
      SystemRoot,
      TEMP,
      NODE_ENV: "production",
      PORT: String(port),
      APP_ORIGIN: origin,
      DATA_DIR: dataDirectory,
      RATE_LIMITS: "off",
      ...options.settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = await untilReady(child);
  const startedInMs = performance.now() - before;
  return {
    origin,
    dataDirectory,
    processId: child.pid ?? 0,
    startedInMs,
    stop: () => end(child, "SIGTERM"),
    kill: () => end(child, "SIGKILL"),
    hasEnded: () => hasEnded(child),
    output,
  };
}

/** What stands behind `npm start`, flags included. */
function startArguments(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: { start: string };
  };
  const [, ...args] = manifest.scripts.start.split(" ");
  return args.map((argument) => (/\.[jt]s$/.test(argument) ? join(root, argument) : argument));
}

/** Answers where its output can be read. */
async function untilReady(child: ChildProcess): Promise<() => string> {
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      // Read to the end of its life, so that the portal never waits for somebody to read its log.
      if (output.length < 10_000) output += chunk.toString();
      if (output.includes("Portal ready at")) resolve();
    });
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("exit", () => reject(new Error(`The portal did not start:\n${output}`)));
  });
  await ready;
  return () => output;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
