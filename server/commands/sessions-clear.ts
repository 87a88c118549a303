/** `npm run sessions:clear`: signs everybody out, for the hour after a stolen laptop or a leaked backup. */
import { endAllSessions } from "#server/auth/revocation.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() =>
  withRuntime(quietConfig(), async () => {
    const ended = await inTransaction(endAllSessions);
    console.log(ended === 1 ? "1 session ended." : `${ended} sessions ended.`);
  }),
);
