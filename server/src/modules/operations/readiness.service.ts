import { sql } from "drizzle-orm";
import { unavailable } from "#server/http/errors.ts";
import { runtime } from "#server/runtime.ts";

/** Throws 503 while database or storage do not answer. */
export async function assertReady(): Promise<void> {
  try {
    await Promise.all([runtime.database.execute(sql`select 1`), runtime.files.check()]);
  } catch (error) {
    runtime.log.error({ error }, "not ready");
    throw unavailable("The database or the file storage does not answer");
  }
}
