/**
 * `npm run factors:remove -- mail@example.com`: lets somebody who has lost every second factor sign in with a code by
 * mail again. For the bureau's only admin, whom no other admin can help.
 */
import { StartError } from "#server/core/start-error.ts";
import { inTransaction } from "#server/database/transaction.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import { dropTwoFactor } from "#server/modules/users/user-access.service.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() => removeFactors(process.argv[2] ?? ""));

async function removeFactors(address: string): Promise<void> {
  await withRuntime(quietConfig(), () =>
    inTransaction(async (tx) => {
      const found = await accounts.findByEmail(tx, address);
      const user = found && (await accounts.lockAccount(tx, found.id, "update"));
      if (!user) {
        throw new StartError(
          "Give the address of an account: npm run factors:remove -- mail@example.com",
        );
      }
      await dropTwoFactor(tx, user, { by: "operator" });
      console.log(`${user.email} signs in with a code by mail again.`);
    }),
  );
}
