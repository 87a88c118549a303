/** `npm run admin:invite -- mail@example.com`: prints a one-time registration link for an admin. */
import * as z from "zod/mini";
import { email } from "contract/fields";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { inTransaction } from "#server/database/transaction.ts";
import * as accounts from "#server/modules/users/accounts.service.ts";
import * as invitations from "#server/modules/users/invitations.service.ts";
import { quietConfig, runCommand, withRuntime } from "./run-command.ts";

await runCommand(() => inviteAdmin(process.argv[2]));

async function inviteAdmin(given: string | undefined): Promise<void> {
  const address = z.safeParse(email("not an address"), given);
  if (!address.success) {
    throw new StartError("Give the address to invite: npm run admin:invite -- mail@example.com");
  }
  await withRuntime(quietConfig(), async () => {
    if (await accounts.isTaken(runtime.database, address.data)) {
      throw new StartError(
        `${address.data} has an account already: an admin can change its role in the portal.`,
      );
    }
    const token = await inTransaction((tx) => invitations.inviteAdmin(tx, address.data));
    console.log(invitations.registrationUrl(token));
  });
}
