/** Users by name, a page at a time: for the list of admins, and for whoever picks one. */
import { sql, type SQL } from "drizzle-orm";
import * as z from "zod/mini";
import { MAX_ID } from "contract/fields";
import { fold } from "contract/fold";
import { type Role, roleLabels, roles } from "contract/session";
import type { User, UserPage, UserPageQuery } from "contract/users";
import type { SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import { readInstant } from "#server/database/columns.ts";
import { plannedAnew } from "#server/database/statement-names.ts";
import { readCursor, writeCursor } from "#server/http/cursor.ts";
import { mailsFail } from "#server/modules/notifications/mail-recipients.service.ts";
import { assertManagesUsers } from "./users.policy.ts";

const Place = z.tuple([
  z.string().check(z.maxLength(150), z.regex(/^[^\0]*$/)),
  z.int().check(z.gte(1), z.lte(MAX_ID)),
]);
/** Also of somebody new, whose folded name is not stored yet. */
const wholeName = sql`sorted_name(u.name_key, u.first_name, u.last_name, u.email)`;
/** Long names are told apart by their numbers. */
const name = sql`left(${wholeName}, 40) collate "C"`;

type Wanted = z.output<typeof UserPageQuery>;
type Filters = Pick<Wanted, "q" | "role" | "assignable">;

export async function countFound(actor: SignedInActor, filters: Filters): Promise<number> {
  assertManagesUsers(actor);
  const { rows } = await runtime.database.execute<{ count: number }>(sql`${plannedAnew}
    select count(*)::integer as count from users u where ${sql.join(conditionsOf(filters), sql` and `)}`);
  return rows[0]?.count ?? 0;
}

export async function page(
  actor: SignedInActor,
  { after, limit, ...filters }: Wanted,
): Promise<UserPage> {
  assertManagesUsers(actor);
  const conditions = [...conditionsOf(filters), after === undefined ? sql`true` : isBehind(after)];
  const { rows } = await runtime.database.execute<User & { sorted: string }>(sql`${plannedAnew}
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.profile_image_url as "profileImageUrl", u.role, u.is_admin as "isAdmin",
      ${mailsFail(sql`u.id`)} as "mailFails",
      u.created_at as "createdAt", u.updated_at as "updatedAt", ${name} as sorted
    from users u where ${sql.join(conditions, sql` and `)}
    order by ${name}, u.id limit ${limit + 1}`);
  const last = rows[limit - 1];
  return {
    rows: rows.slice(0, limit).map(({ sorted: _sorted, ...user }) => ({
      ...user,
      createdAt: readInstant(user.createdAt),
      updatedAt: readInstant(user.updatedAt),
    })),
    next: rows.length > limit && last ? writeCursor([last.sorted, last.id]) : null,
  };
}

function conditionsOf({ q = "", role, assignable }: Filters): SQL[] {
  return [
    contains(q),
    role === undefined ? sql`true` : sql`u.role = ${role}`,
    assignable === undefined ? sql`true` : sql`not u.is_admin and u.role <> 'admin'`,
  ];
}

function isBehind(after: string): SQL {
  const [sorted, id] = readCursor(after, Place);
  return sql`(${name}, u.id) > (${sorted}, ${id}::integer)`;
}

/** In the folded name, in the address, or in what the role is called. */
function contains(needle: string): SQL {
  const folded = fold(needle);
  if (folded === "") return sql`true`;
  const pattern = `%${folded.replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const named: Role[] = roles.filter((role) => fold(roleLabels[role]).includes(folded));
  return sql`(${wholeName} like ${pattern} or lower(u.email) like ${pattern}
    or u.role = any(${sql.param(named)}::text[]))`;
}
