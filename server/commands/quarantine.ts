/** `npm run quarantine`: what the virus scanner has found; `npm run quarantine -- name file` writes one out to look at. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { StartError } from "#server/core/start-error.ts";
import { listQuarantined, openQuarantined } from "#server/files/quarantine.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() =>
  withRuntime(quietConfig(), async () => {
    const [, , name, file] = process.argv;
    if (name === undefined) return list();
    if (file === undefined) throw new StartError("Say which one, and the file to write it to.");
    return writeOut(name, file);
  }),
);

async function list(): Promise<void> {
  const notes = await listQuarantined();
  for (const { storageKey, at, finding, caseId, userId, size } of notes) {
    console.log(
      `${storageKey}  ${at}  ${finding}  case ${caseId ?? "none"}, user ${userId ?? "none"}, ${size} bytes`,
    );
  }
  console.log(`${notes.length} files in quarantine.`);
}

async function writeOut(name: string, file: string): Promise<void> {
  const known = (await listQuarantined()).some(({ storageKey }) => storageKey === name);
  if (!known) throw new StartError(`There is no file ${name} in quarantine.`);
  await pipeline(openQuarantined(name), createWriteStream(file, { flags: "wx", mode: 0o600 }));
  console.log(`Written to ${file}: infected, and no longer encrypted.`);
}
