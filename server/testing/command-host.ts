/**
 * A process beside the portals of the tests that runs one command after the other, as each would run alone: its own
 * settings, parameters, directory and output. What the commands are made of is loaded once instead of for each.
 */
import { format } from "node:util";
import type { CommandCall, CommandRun } from "./command-beside.ts";

let count = 0;

async function run({ script, values, env, directory }: CommandCall): Promise<CommandRun> {
  const said: CommandRun = { exitCode: 0, output: "", complaint: "" };
  process.stdout.write = (text) => {
    said.output += String(text);
    return true;
  };
  process.stderr.write = (text) => {
    said.complaint += String(text);
    return true;
  };
  process.env = env;
  process.argv = [process.execPath, script, ...values];
  process.exitCode = 0;
  process.chdir(directory);
  // Under a new name a script runs anew.
  await import(`${script}?${(count += 1)}`);
  said.exitCode = Number(process.exitCode);
  return said;
}

let last = Promise.resolve();
process.on("message", (call: CommandCall) => {
  last = last
    .then(() => run(call))
    .catch((error: unknown) => ({ exitCode: 1, output: "", complaint: format(error) }))
    .then((said) => void process.send?.(said));
});
process.on("disconnect", () => process.exit());
