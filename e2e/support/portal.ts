/** A portal of its own for the journeys: a real process with its own port, data directory and database. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repository = join(import.meta.dirname, "..", "..");
const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

export interface Portal {
  origin: string;
  dataDirectory: string;
  admin: { email: string; password: string };
  stop(): Promise<void>;
}

/** `settings`: what this portal has besides those of every other. */
export async function startPortal(
  name: string,
  settings: Record<string, string> = {},
): Promise<Portal> {
  if (!existsSync(join(repository, "web", "dist", "index.html"))) {
    throw new Error("The web is not built yet: run `npm run build` first.");
  }
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const dataDirectory = mkdtempSync(join(tmpdir(), "portal-e2e-"));
  const admin = {
    email: "admin@bureau.example",
    password: `Journey1-${randomBytes(9).toString("base64url")}`,
  };
  const log = join(repository, ".cache", "e2e", `portal-${name}.log`);
  const child = startProcess(log, {
    PORT: String(port),
    APP_ORIGIN: origin,
    DATA_DIR: dataDirectory,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMITS: "off",
    ...settings,
  });
  try {
    await untilReady(child, log);
  } catch (error) {
    await stopProcess(child);
    rmSync(dataDirectory, { recursive: true, force: true });
    throw error;
  }
  return {
    origin,
    dataDirectory,
    admin,
    stop: async () => {
      await stopProcess(child);
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Nothing of the caller's settings may leak in: a DATABASE_URL of the shell is not for tests. */
function startProcess(log: string, settings: Record<string, string>): ChildProcess {
  mkdirSync(join(log, ".."), { recursive: true });
  const { PATH = "", HOME = "", SystemRoot = "", TEMP = "" } = process.env;
  const child = spawn(process.execPath, [join(repository, "server", "src", "main.ts")], {
    // Away from the repository, whose .env is its owner's business.
    cwd: settings["DATA_DIR"],
    env: { PATH, HOME, SystemRoot, TEMP, NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const file = createWriteStream(log);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  return child;
}

async function untilReady(child: ChildProcess, log: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (reason: string): void => {
      reject(new Error(`The portal ${reason}. Its log:\n${readFileSync(log, "utf8")}`));
    };
    const timer = setTimeout(() => fail("did not become ready in time"), START_TIMEOUT_MS);
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes("Portal ready at")) return;
      clearTimeout(timer);
      resolve();
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code} instead of starting`);
    });
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
