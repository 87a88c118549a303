/** Valid calls about many cases at once. */
import type { Prepare, Recipes } from "#testing/endpoint-recipe.ts";
import { buildBulkAction } from "#testing/factories/bulk-actions.ts";

/** Only an admin can have one. */
const own: Prepare = async ({ user, caller }) => ({
  params: {
    id: (await buildBulkAction({ actorId: caller === "admin" ? user?.id : undefined })).id,
  },
});

export const bulkActions: Recipes["bulkActions"] = {
  start: ({ caseFile }) => ({
    body: { action: "status", ids: [caseFile.id], status: "courier" },
  }),
  get: own,
  undo: own,
};
