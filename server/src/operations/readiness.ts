import { sql } from "drizzle-orm";
import { unavailable } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { users } from "#server/database/tables/users.ts";

/** Throws 503 while database or storage do not answer, or the admin of the settings has not been created yet (D-103). */
export async function assertReady(): Promise<void> {
  try {
    await Promise.all([runtime.database.execute(sql`select 1`), runtime.files.check()]);
  } catch (error) {
    runtime.log.error({ error }, "not ready");
    throw unavailable("The database or the file storage does not answer");
  }
  if (runtime.config.firstAdmin === null) return;
  const [somebody] = await runtime.database.select({ id: users.id }).from(users).limit(1);
  if (!somebody) throw unavailable("The first admin has not been created yet");
}
