/** Node-RED as somebody installs it, with the flow of the documentation; fetched from npm when it is not there yet. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/tools.ts";
import { until } from "./until.ts";

const VERSION = "5.0.7";
/** No dependency of the repository: it is heavy, and only this test needs it. */
const installed = join(root, ".cache", `node-red-${VERSION}`);
const program = join(installed, "node_modules", "node-red", "red.js");
const flow = join(root, "docs", "node-red-flow.json");
const START_MS = 120_000;

export function installNodeRed(): void {
  if (existsSync(program)) return;
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), '{ "private": true }\n');
  // Nothing that a package brings along runs at its installation.
  const options = ["--ignore-scripts", "--no-save", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", ...options, `node-red@${VERSION}`], {
    cwd: installed,
    stdio: "inherit",
  });
}

export function flowAddress(port: number): string {
  return `http://127.0.0.1:${port}/portal`;
}

export class NodeRed {
  readonly #directory = mkdtempSync(join(tmpdir(), "node-red-"));
  readonly #environment: Record<string, string>;
  #process: ChildProcess | null = null;
  output = "";

  /** `environment`: what the flow reads. */
  constructor(port: number, environment: Record<string, string>) {
    this.#environment = environment;
    copyFileSync(flow, join(this.#directory, "flow.json"));
    const settings = {
      httpAdminRoot: false,
      uiHost: "127.0.0.1",
      uiPort: port,
      flowFile: "flow.json",
    };
    writeFileSync(
      join(this.#directory, "settings.js"),
      `module.exports = ${JSON.stringify(settings)};\n`,
    );
  }

  async start(): Promise<void> {
    this.output = "";
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [program, "--userDir", this.#directory], {
      cwd: this.#directory,
      env: { PATH, HOME: this.#directory, ...this.#environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    const read = (chunk: Buffer) => (this.output += chunk.toString());
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    const isReady = () => this.output.includes("Started flows") || child.exitCode !== null;
    if (!(await until(isReady, START_MS)) || child.exitCode !== null)
      throw new Error(`Node-RED did not start:\n${this.output}`);
  }

  /** At once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async close(): Promise<void> {
    await this.kill();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
