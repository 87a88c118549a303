import { runtime } from "#server/core/runtime.ts";
import { type ViewRow, views } from "#server/database/tables/views.ts";
import { uniqueSuffix } from "./unique.ts";

/** Cases at the courier, for nobody but the owner. */
export async function buildView(input: Partial<typeof views.$inferInsert> = {}): Promise<ViewRow> {
  const [row] = await runtime.database
    .insert(views)
    .values({
      screen: "cases",
      name: `At the courier ${uniqueSuffix()}`,
      query: { status: "courier" },
      ...input,
    })
    .returning();
  if (!row) throw new Error("The view was not inserted");
  return row;
}
