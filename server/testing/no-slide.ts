import { sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";

/** Once a second the session of a caller is written down as in use: a statement that is no part of any call. */
export async function letNoSessionSlide(): Promise<void> {
  await runtime.database.execute(
    sql`update sessions set last_seen_at = now() + interval '1 day' where last_seen_at < now() + interval '1 hour'`,
  );
}
