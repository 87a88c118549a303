/**
 * `npm run setup:check`: the first steps of a new bureau, as its first admin sees them, and whether the portal can work at
 * all. It ends with 1 when mail, storage, scanner or clock fail; what is still to do is no failure.
 */
import type { FirstStep } from "contract/operations";
import type { Config } from "#server/config/config.ts";
import { readFirstSteps } from "#server/modules/operations/first-steps.ts";
import { lookAtClock } from "#server/operations/integrity-check/look-at-clock.ts";
import { lookOutside } from "#server/operations/integrity-check/outside-parts.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

const steps: Readonly<Record<FirstStep["key"], string>> = {
  bureau: "Name your bureau (on the screen Bureau, or by BUREAU_NAME)",
  mail: "Send a test mail (on the screen Bureau)",
  backup: "Make a backup (npm run backup)",
  colleague: "Invite a colleague",
  cases: "Bring in your cases",
};
const KEYS = "Copy SECRET_KEY and FILES_KEY to another place: without them no file can be opened";

await runCommand(() => checkSetup(quietConfig()));

async function checkSetup(config: Config): Promise<void> {
  await withRuntime(config, async () => {
    const looks = [...(await lookOutside(config)), lookAtClock()];
    for (const { part, isFine, sentence } of looks)
      console.log(`${isFine ? "ok" : "NOT OK"}  ${part}: ${sentence}`);
    console.log("");
    for (const { key, done } of await readFirstSteps())
      console.log(`${done ? "[x]" : "[ ]"} ${steps[key]}`);
    console.log(`[?] ${KEYS}`);
    if (looks.some(({ isFine }) => !isFine)) process.exitCode = 1;
  });
}
