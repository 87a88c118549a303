/** The bare server in a process of its own, on the database of the portal that it is measured beside. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseAddress } from "server/src/database/connection.ts";
import { root } from "#scripts/tools.ts";

export interface BareProcess {
  origin: string;
  processId: number;
  stop(): Promise<void>;
}

export async function startBareProcess(
  address: DatabaseAddress,
  directory: string,
): Promise<BareProcess> {
  const child = spawn(process.execPath, [join(root, "scripts/bench/bare-server.ts")], {
    env: {
      ...process.env,
      BARE_DATABASE: JSON.stringify(address),
      BARE_DIRECTORY: directory,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => Promise.reject(new Error("The bare server did not start"))),
  ])) as [string];
  return {
    origin: `http://127.0.0.1:${line.split(" ").at(-1)}`,
    processId: child.pid ?? 0,
    async stop() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
