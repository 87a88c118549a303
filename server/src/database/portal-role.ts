/**
 * What the portal may do in its own database (asvs 102). The owner of the tables migrates them; the portal then works as
 * another role, which changes rows but no table, and of the audit log not even rows. Signed in as that role, and not
 * switched to it: no statement brings the owner's rights back.
 */
import pg from "pg";
import { StartError } from "#server/core/start-error.ts";
import type { DatabaseAddress } from "./connection.ts";
import { openSingleConnection } from "./single-connection.ts";

/** A table that is not named here may be read and written. */
const rightsByTable: Record<string, readonly string[]> = {
  audit_chain: ["SELECT"],
  case_events: ["INSERT", "SELECT"],
  security_events: ["INSERT", "SELECT"],
  schema_migrations: ["SELECT"],
  schema_needs: ["SELECT"],
};
const USUAL_RIGHTS = ["DELETE", "INSERT", "SELECT", "UPDATE"];

export async function roleAt(address: DatabaseAddress): Promise<string> {
  if ("user" in address) return address.user;
  const client = await openSingleConnection(address, "role");
  try {
    const { rows } = await client.query<{ role: string }>("select current_user::text as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}

/** As the owner, after every migration. Where all is well, which is nearly always, it only looks. */
export async function grantRights(owner: pg.Client, role: string): Promise<void> {
  // Before anything is taken away: an owner without rights of his own could no longer erase what hangs on a case.
  if (await isOwnerAsWell(owner, role)) throw tooPowerful(role);
  await handOverJobs(owner, role);
  if (await mayMakeTables(owner, role))
    await owner.query("revoke create on schema public from public");
  for (const { table } of await findWrongRights(owner, role)) {
    const rights = rightsOf(table).join(", ");
    const name = `public.${pg.escapeIdentifier(table)}`;
    const grantee = pg.escapeIdentifier(role);
    await owner.query(
      `revoke all on ${name} from ${grantee}; grant ${rights} on ${name} to ${grantee}`,
    );
  }
  if ((await findWrongRights(owner, role)).length > 0) throw tooPowerful(role);
}

function tooPowerful(role: string): StartError {
  return new StartError(
    `The role "${role}" of DATABASE_URL may do more than the portal should: it must not be a superuser, own the tables, or belong to a role with more rights.`,
  );
}

const rightsOf = (table: string) => rightsByTable[table] ?? USUAL_RIGHTS;

type Rights = { table: string; rights: string[] };

async function findWrongRights(owner: pg.Client, role: string): Promise<Rights[]> {
  const { rows } = await owner.query<Rights>(
    `select c.relname as table, array(
       select kind from unnest(array['DELETE', 'INSERT', 'REFERENCES', 'SELECT', 'TRIGGER', 'TRUNCATE', 'UPDATE']) kind
       where has_table_privilege($1, c.oid, kind)) as rights
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`,
    [role],
  );
  return rows.filter(({ table, rights }) => rights.join() !== rightsOf(table).join());
}

async function isOwnerAsWell(owner: pg.Client, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ is: boolean }>(
    "select pg_has_role($1, current_user, 'member') as is",
    [role],
  );
  return rows[0]?.is === true;
}

async function mayMakeTables(owner: pg.Client, role: string): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    "select has_schema_privilege($1, 'public', 'create') as may",
    [role],
  );
  return rows[0]?.may === true;
}

/** The queue of jobs makes and drops tables of its own, day by day: its schema belongs to the role that works it. */
async function handOverJobs(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `with mine as (select oid from pg_roles where rolname = $1)
     select format('alter schema jobs owner to %I', $1::text) as statement
       from pg_namespace, mine where nspname = 'jobs' and nspowner <> mine.oid
     union all
     select format('alter table %s owner to %I', c.oid::regclass, $1::text) from pg_class c, mine
       where relnamespace = to_regnamespace('jobs') and relkind in ('r', 'p') and relowner <> mine.oid
     union all
     select format('alter function %s owner to %I', p.oid::regprocedure, $1::text) from pg_proc p, mine
       where pronamespace = to_regnamespace('jobs') and proowner <> mine.oid
     union all
     select format('alter type %s owner to %I', t.oid::regtype, $1::text) from pg_type t, mine
       where typnamespace = to_regnamespace('jobs') and typtype = 'e' and typowner <> mine.oid`,
    [role],
  );
  for (const { statement } of rows) await owner.query(statement);
}
