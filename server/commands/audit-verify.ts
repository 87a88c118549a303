/**
 * `npm run audit:verify`: walks the chain of the audit log, and ends with 1 when it was tampered with. With a file it
 * checks an exported log instead, and needs neither settings nor database.
 */
import { existsSync } from "node:fs";
import { verifyChain } from "#server/audit/verify-chain.ts";
import { StartError } from "#server/core/start-error.ts";
import { verifyExport } from "#server/operations/audit-export/verify-export.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(async () => {
  const [, , path] = process.argv;
  if (path === undefined) await withRuntime(quietConfig(), verifyLog);
  else if (existsSync(path)) await verifyFile(path);
  else throw new StartError(`There is no file ${path}.`);
});

async function verifyLog(): Promise<void> {
  const { links, checkpoints, broken } = await verifyChain();
  tell(
    broken ?? `The audit log is unbroken: ${links} links, ${checkpoints} checkpoints.`,
    broken === null,
  );
}

async function verifyFile(path: string): Promise<void> {
  const { links, checkpoints, key, broken } = await verifyExport(path);
  const sound = `${path} is unbroken: ${links} links, ${checkpoints} checkpoints, signed with the key ${key}.`;
  tell(broken ?? sound, broken === null);
}

function tell(sentence: string, isSound: boolean): void {
  console.log(sentence);
  if (!isSound) process.exitCode = 1;
}
