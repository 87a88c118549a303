import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";

export async function readDatabaseVersion(): Promise<string> {
  const { rows } = await runtime.database.execute<{ version: string; role: string }>(
    sql`select current_setting('server_version') as version, current_user::text as role`,
  );
  const { version = "", role = "" } = rows[0] ?? {};
  return `PostgreSQL ${version}, as the role "${role}".`;
}
