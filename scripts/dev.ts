/** `npm run dev`: the server, which restarts when its sources change, and Vite in front of it. */
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { root } from "#scripts/tools.ts";

const WEB_ORIGIN = "http://localhost:5173";

const processes = [
  // Requests come from Vite's origin, so that is the portal's origin while developing.
  run(["--watch", join(root, "server", "src", "main.ts")], { APP_ORIGIN: WEB_ORIGIN }),
  run([join(root, "node_modules", "vite", "bin", "vite.js"), "web"], {}),
];

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
for (const child of processes) child.once("exit", stop);

function run(args: string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
}

function stop(): void {
  for (const child of processes) child.kill("SIGTERM");
}
