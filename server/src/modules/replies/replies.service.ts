/** What admins see of the mailbox: whether it answers, and what came in; no address in clear, no subject, no text. */
import { desc, eq } from "drizzle-orm";
import type { MailReplies } from "contract/replies";
import type { Actor } from "#server/core/actor.ts";
import { assertFullAccess } from "#server/core/full-access.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { readTogether } from "#server/database/read-together.ts";
import { cases } from "#server/database/tables/cases.ts";
import { replies } from "#server/database/tables/replies.ts";
import { users } from "#server/database/tables/users.ts";
import { type MailboxState, readMailboxState } from "./mailbox-state.ts";

const MOST_SHOWN = 100;

export async function list(actor: Actor): Promise<MailReplies> {
  assertFullAccess(actor);
  const [state, items] = await readTogether((executor) =>
    Promise.all([readMailboxState(executor), selectReplies(executor)]),
  );
  return { mailbox: shown(state), items };
}

function shown({ connectedAt, awayAt, reason }: MailboxState): MailReplies["mailbox"] {
  if (runtime.config.mailbox === null) return { state: "none", since: null, reason: null };
  return connectedAt === null
    ? { state: "away", since: awayAt, reason }
    : { state: "connected", since: connectedAt, reason: null };
}

function selectReplies(executor: Executor) {
  return executor
    .select({
      id: replies.id,
      receivedAt: replies.receivedAt,
      sender: replies.sender,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        profileImageUrl: users.profileImageUrl,
      },
      case: { id: cases.id, caseId: cases.caseId, title: cases.title },
      outcome: replies.outcome,
      size: replies.size,
    })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.userId))
    .leftJoin(cases, eq(cases.id, replies.caseId))
    .orderBy(desc(replies.receivedAt), desc(replies.id))
    .limit(MOST_SHOWN);
}
