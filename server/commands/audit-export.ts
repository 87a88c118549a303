/** `npm run audit:export -- file`: the audit log in a file that somebody else can check. */
import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { publicKeyText } from "#server/audit/checkpoints.ts";
import { StartError } from "#server/core/start-error.ts";
import { exportChain } from "#server/operations/audit-export/export-chain.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() => {
  const [, , path] = process.argv;
  if (path === undefined)
    throw new StartError("Name the file: npm run audit:export -- audit.jsonl");
  if (existsSync(path)) throw new StartError(`${path} is there already: name another file.`);
  return withRuntime(quietConfig(), async () => {
    let lines = 0;
    const texts = async function* () {
      for await (const line of exportChain()) {
        lines += 1;
        yield `${JSON.stringify(line)}\n`;
      }
    };
    await pipeline(Readable.from(texts()), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    const key = createHash("sha256").update(publicKeyText(), "base64").digest("hex");
    console.log(`${path} holds ${lines} lines, signed with the key ${key}.`);
  });
});
