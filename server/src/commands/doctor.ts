/** `npm run doctor`: looks whether rows, files and rules fit together, and ends with 1 when something does not. */
import { examine } from "#server/doctor/examine.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() =>
  withRuntime(quietConfig(), async () => {
    const { files, findings } = await examine();
    for (const { kind, sentence } of findings) console.log(`${kind}: ${sentence}`);
    const verdict =
      findings.length === 0
        ? "Everything fits together."
        : `${findings.length} things do not fit together.`;
    console.log(`${files} files opened. ${verdict}`);
    if (findings.length > 0) process.exitCode = 1;
  }),
);
