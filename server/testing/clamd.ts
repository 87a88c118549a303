/**
 * The real clamd, where the machine has one, with a signature file of a single line that knows EICAR; elsewhere the
 * stand-in. Both are asked the same questions.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClamdAddress } from "#server/config/connection-settings.ts";
import { EICAR, openClamdStandIn } from "./clamd-stand-in.ts";
import { temporaryBase } from "./temporary-base.ts";

export const STREAM_LIMIT_BYTES = 12 * 1024 * 1024;

const places = ["/usr/sbin/clamd", "/usr/local/sbin/clamd", "/opt/homebrew/sbin/clamd"];

export type Clamd = { address: ClamdAddress; close(): Promise<void> };

export async function openClamd(): Promise<Clamd> {
  const program = places.find((place) => existsSync(place));
  if (program !== undefined) return openReal(program);
  const standIn = await openClamdStandIn(STREAM_LIMIT_BYTES);
  return { address: { host: "127.0.0.1", port: standIn.port }, close: () => standIn.close() };
}

async function openReal(program: string): Promise<Clamd> {
  const directory = await mkdtemp(join(temporaryBase(), "clamd-"));
  const path = join(directory, "clamd.sock");
  const signature = `Eicar-Test-Signature:0:*:${Buffer.from(EICAR).toString("hex")}\n`;
  await writeFile(join(directory, "eicar.ndb"), signature);
  const settings = [
    "Foreground yes",
    `DatabaseDirectory ${directory}`,
    `LocalSocket ${path}`,
    `StreamMaxLength ${STREAM_LIMIT_BYTES}`,
  ];
  await writeFile(join(directory, "clamd.conf"), `${settings.join("\n")}\n`);
  const clamd = spawn(program, [`--config-file=${join(directory, "clamd.conf")}`], {
    stdio: "ignore",
  });
  const ended = once(clamd, "close");
  while (!existsSync(path) && clamd.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 20));
  if (clamd.exitCode !== null) throw new Error(`clamd ended with ${clamd.exitCode}`);
  return {
    address: { path },
    async close() {
      clamd.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
