/** Who has opened a document: a family's question before it is the bureau's (security.md 5.7, decisions/0018). */
import { and, desc, eq, sql } from "drizzle-orm";
import { type DocumentOpening, OPENINGS_SHOWN, type OpeningWay } from "contract/documents";
import { isAdmin } from "#server/auth/actor.ts";
import type { SubjectRecord } from "#server/auth/sight.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import { users } from "#server/database/tables/users.ts";
import { runtime } from "#server/runtime.ts";

/** Newest first. Everybody who may see the document may know who has; the caller has seen it. */
export async function listOpenings({ id }: SubjectRecord): Promise<DocumentOpening[]> {
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
    way: (metadata as { way: OpeningWay }).way,
    person: person && { ...person, role: isAdmin(person) ? "admin" : person.role },
  }));
}
