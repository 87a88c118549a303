import type { Prepare, Recipes } from "#testing/endpoint-recipe.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { buildView } from "#testing/factories/views.ts";

const ownView: Prepare = async ({ user }) => ({
  params: { id: (await buildView({ ownerId: user?.id ?? null })).id },
});

export const views: Recipes["views"] = {
  list: () => ({ query: { screen: "cases" } }),
  create: () => ({
    body: { screen: "cases", name: `Waiting ${uniqueSuffix()}`, query: { status: "courier" } },
  }),
  update: async (fixtures) => ({
    ...(await ownView(fixtures)),
    body: { name: `Waiting for the courier ${uniqueSuffix()}` },
  }),
  remove: ownView,
};
