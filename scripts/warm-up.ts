/**
 * Starts the portal once, in a data directory that is thrown away: what Node has compiled is kept (NODE_COMPILE_CACHE), so
 * that a container does not compile everything at each start. Node keeps it by account, so this runs as that of the portal.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/tools.ts";

const data = mkdtempSync(join(tmpdir(), "portal-warm-up-"));
const portal = spawn(process.execPath, ["--max-semi-space-size=2", "server/src/main.ts"], {
  cwd: root,
  env: { ...process.env, HOST: "127.0.0.1", DATA_DIR: data },
  stdio: ["ignore", "pipe", "inherit"],
});
portal.stdout.on("data", (chunk: Buffer) => {
  if (chunk.toString().includes("Portal ready")) portal.kill("SIGTERM");
});
const [exitCode] = (await once(portal, "exit")) as [number | null];
rmSync(data, { recursive: true, force: true });
process.exitCode = exitCode ?? 1;
