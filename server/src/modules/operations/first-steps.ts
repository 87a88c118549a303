/**
 * What a new bureau has still to do, by facts: for the first admin's dashboard and for `npm run setup:check`. The keys
 * are not among them, as nobody but their keeper knows whether they were copied.
 */
import { sql } from "drizzle-orm";
import type { FirstStep } from "contract/operations";
import { runtime } from "#server/core/runtime.ts";
import { bureauRow } from "#server/database/bureau.ts";
import { cases } from "#server/database/tables/cases.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";

type Facts = { mail: boolean; backup: boolean; colleague: boolean; cases: boolean };

export async function readFirstSteps(): Promise<FirstStep[]> {
  const { isNameSet, mail } = runtime.config;
  const found = await runtime.database.execute<Facts>(sql`select
    ${happened("mail.tested")} as mail,
    ${happened("backup.made")} as backup,
    exists (select from ${users} where ${users.role} <> 'client' or ${users.isAdmin} offset 1)
      or exists (select from ${userInvitations} where not ${userInvitations.isUsed}
        and (${userInvitations.role} <> 'client' or ${userInvitations.isAdmin})) as colleague,
    exists (select from ${cases}) as cases`);
  const facts = found.rows[0] as Facts;
  return [
    { key: "bureau", done: isNameSet || bureauRow().name !== null },
    // A file in the outbox is read by nobody but the operator.
    { key: "mail", done: mail.smtpUrl !== null && facts.mail },
    { key: "backup", done: facts.backup },
    { key: "colleague", done: facts.colleague },
    { key: "cases", done: facts.cases },
  ];
}

function happened(kind: "mail.tested" | "backup.made") {
  return sql`exists (select from ${securityEvents} where ${securityEvents.kind} = ${kind})`;
}
