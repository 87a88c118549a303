/** `npm run demo`: the portal in a data directory of its own, filled once with a bureau that was made up for it. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root } from "#scripts/tools.ts";

const dataDirectory = resolve(process.env["DATA_DIR"] || "demo-data");
const accounts = join(dataDirectory, "demo-accounts.txt");
mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
process.env["DATA_DIR"] = dataDirectory;
// A `.env` belongs to the portal that is in use; the demonstration must not borrow its database or mail server.
process.chdir(dataDirectory);

if (!existsSync(accounts)) {
  console.log("Filling the demonstration: three cases, their papers drawn as specimens …");
  const command = join(root, "server", "src", "commands", "prepare-demo.ts");
  const { status } = spawnSync(process.execPath, [command], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
// Passwords, made up or not, are nobody else's on this machine.
chmodSync(accounts, 0o600);
await import("#scripts/start.ts");
console.log(`\n${readFileSync(accounts, "utf8")}`);
