/** The development tools of the repository, started with the same Node that runs this script. */
import { spawn } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** The script behind each tool: `node_modules/.bin` holds shell wrappers that Windows cannot spawn. */
const toolScripts = {
  knip: "knip/bin/knip.js",
  oxfmt: "oxfmt/bin/oxfmt",
  oxlint: "oxlint/bin/oxlint",
  playwright: "@playwright/test/cli.js",
  tsc: "typescript/bin/tsc",
  vite: "vite/bin/vite.js",
  vitest: "vitest/vitest.mjs",
};

export type Tool = keyof typeof toolScripts;

export interface ToolOptions {
  /** Where it runs; the repository unless said otherwise. */
  cwd?: string;
  /** Its output goes straight to the terminal instead of into the result. */
  isLive?: boolean;
}

export interface ToolResult {
  exitCode: number;
  output: string;
}

export function runTool(
  tool: Tool,
  args: string[],
  options: ToolOptions = {},
): Promise<ToolResult> {
  const script = join(root, "node_modules", toolScripts[tool]);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: options.cwd ?? root,
    stdio: options.isLive ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
