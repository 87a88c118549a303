/** Who has opened a document: a family's question before it is the bureau's (security.md 5.7, decisions/0018). */
import { and, desc, eq, sql } from "drizzle-orm";
import { type DocumentAccess, OPENINGS_SHOWN, type AccessWay } from "contract/documents";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import { type Actor, isAdmin } from "#server/core/actor.ts";
import { notFound } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { findVisibleDocument } from "./documents.queries.ts";

/** Newest first. Everybody who may see the document may know who has. */
export async function listAccessLog(
  actor: Actor,
  { id }: SubjectRecord,
): Promise<DocumentAccess[]> {
  if (!(await findVisibleDocument(actor, id))) throw notFound("document");
  const rows = await runtime.database
    .select({
      id: securityEvents.id,
      openedAt: securityEvents.createdAt,
      metadata: securityEvents.metadata,
      person: {
        firstName: users.firstName,
        lastName: users.lastName,
        role: users.role,
        isAdmin: users.isAdmin,
      },
    })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(
      and(
        // As it stands in the index, which a parameter would keep from being used.
        sql`${securityEvents.kind} = 'document.opened'`,
        sql`${securityEvents.metadata} @> ${JSON.stringify({ documentIds: [id] })}::jsonb`,
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(OPENINGS_SHOWN);
  return rows.map(({ metadata, person, ...row }) => ({
    ...row,
    way: (metadata as { way: AccessWay }).way,
    person: person && { ...person, role: isAdmin(person) ? "admin" : person.role },
  }));
}
