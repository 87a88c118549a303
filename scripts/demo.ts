/**
 * `npm run demo`: the portal in a data directory of its own, filled once with a bureau that was made up for it.
 * `--cases=10000` adds so many families without papers; `DEMO_PUBLIC=on` lets it be reached from anywhere.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, watch } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { becomeDemo } from "server/src/core/demo.ts";
import { root } from "#scripts/tools.ts";

const { values } = parseArgs({ options: { cases: { type: "string" } } });
if (values.cases !== undefined && !/^\d{1,6}$/.test(values.cases)) {
  console.error("--cases wants a number, such as --cases=10000.");
  process.exit(1);
}

const cache = pathToFileURL(join(root, "scripts", "compile-cache.js")).href;
const command = ["--import", cache, join(root, "server", "commands", "prepare-demo.ts")];
const wishes = process.argv.slice(2);
const dataDirectory = resolve(process.env["DATA_DIR"] || "demo-data");
const accounts = join(dataDirectory, "demo-accounts.txt");
mkdirSync(dataDirectory, { recursive: true, mode: 0o711 });
process.env["DATA_DIR"] = dataDirectory;
process.env["DEMO"] = "on";
// A `.env` belongs to the portal that is in use; the demonstration must not borrow its database or mail server.
process.chdir(dataDirectory);

if (!existsSync(accounts)) {
  console.log("Filling the demonstration: a bureau and its cases, the papers drawn as specimens …");
  const { status } = spawnSync(process.execPath, [...command, ...wishes], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
} else if (values.cases !== undefined) {
  console.log(`${dataDirectory} is filled already: remove it to fill it with other numbers.`);
}
becomeDemo(async () => {
  const { renewEachNight } = await import("server/demo/renew-demo.ts");
  renewEachNight(fillBeside);
});
// Passwords, made up or not, are nobody else's on this machine.
chmodSync(accounts, 0o600);
await import("#scripts/start.ts");
console.log(`\n${readFileSync(accounts, "utf8")}`);
printCodes(join(dataDirectory, "outbox"));

/** By a process of its own, while the portal goes on. */
async function fillBeside(): Promise<void> {
  const filling = spawn(process.execPath, [...command, ...wishes], { stdio: "inherit" });
  const [exitCode] = await once(filling, "exit");
  if (exitCode !== 0) throw new Error(`Filling the demonstration anew ended with ${exitCode}`);
}

/** Nobody has a mailbox in the demonstration: each code that is mailed is printed here. */
function printCodes(outbox: string): void {
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  watch(outbox, (_event, name) => {
    const file = join(outbox, name ?? "");
    if (!name?.endsWith(".eml") || !existsSync(file)) return;
    const mail = readFileSync(file, "utf8");
    const [, code] = /^(\d{6})$/m.exec(mail) ?? [];
    const [, recipient] = /^To: (.+)$/m.exec(mail) ?? [];
    if (code !== undefined) console.log(`Code for ${recipient}: ${code}`);
  });
}
