/** How old the proof of a session is (D-185). */
import { eq, sql } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { sessions } from "#server/database/tables/sessions.ts";
import type { TestClient } from "./test-client.ts";

/** As if so much time had passed since the person behind this browser proved who he is. */
export async function letProofAge(browser: TestClient, age = "16 minutes"): Promise<void> {
  await runtime.database
    .update(sessions)
    .set({ provenAt: sql`now() - ${age}::interval` })
    .where(eq(sessions.sid, fingerprintOf(browser.cookies.get("sid") ?? "")));
}
