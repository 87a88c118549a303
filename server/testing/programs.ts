/** Programs that come in with a personal token, and what is written down of it. */
import { desc, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { securityEvents } from "#server/database/tables/security-events.ts";
import type { TestApp } from "./test-app.ts";
import type { TestClient } from "./test-client.ts";

/** With this token and nothing else. */
export function programWith(portal: TestApp, secret: string): TestClient {
  const client = portal.visitor();
  client.headers["authorization"] = `Bearer ${secret}`;
  return client;
}

/** Newest first. */
export async function tokenEventsOf(userId: number) {
  const rows = await runtime.database
    .select({ kind: securityEvents.kind, metadata: securityEvents.metadata })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.id));
  return rows.filter(({ kind }) => kind.startsWith("token."));
}
