import { runtime } from "#server/core/runtime.ts";
import { type BulkActionRow, bulkActions } from "#server/database/tables/bulk-actions.ts";
import { buildAdmin } from "./users.ts";

/** Some cases moved to the courier by an admin, a moment ago. */
export async function buildBulkAction({
  actorId,
}: { actorId?: number | undefined } = {}): Promise<BulkActionRow> {
  const [row] = await runtime.database
    .insert(bulkActions)
    .values({
      actorId: actorId ?? (await buildAdmin()).id,
      action: "status",
      input: { action: "status", status: "courier" },
      state: "done",
    })
    .returning();
  if (!row) throw new Error("The action was not inserted");
  return row;
}
