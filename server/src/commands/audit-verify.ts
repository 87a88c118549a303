/** `npm run audit:verify`: walks the chain of the audit log, and ends with 1 when it was tampered with. */
import { verifyChain } from "#server/audit/verify-chain.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() =>
  withRuntime(quietConfig(), async () => {
    const { links, anchors, broken } = await verifyChain();
    if (broken === null) {
      console.log(`The audit log is unbroken: ${links} links, ${anchors} anchors.`);
    } else {
      console.log(broken);
      process.exitCode = 1;
    }
  }),
);
