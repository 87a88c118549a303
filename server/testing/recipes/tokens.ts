import type { Prepare, Recipes } from "#testing/endpoint-recipe.ts";
import { buildToken } from "#testing/factories/tokens.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { buildUser } from "#testing/factories/users.ts";

const ownToken: Prepare = async ({ user }) => {
  const userId = user?.id ?? (await buildUser({ role: "agent" })).id;
  return { params: { id: (await buildToken({ userId })).token.id } };
};
const agentsToken: Prepare = async () => {
  const { id } = await buildUser({ role: "agent" });
  return { params: { id, tokenId: (await buildToken({ userId: id })).token.id } };
};

export const tokens: Recipes["tokens"] = {
  list: () => ({}),
  create: ({ user }) => ({
    body: { name: `Script of ${user?.id} ${uniqueSuffix()}`, scopes: ["cases:read"], days: 90 },
  }),
  remove: ownToken,
  listOfUser: agentsToken,
  removeOfUser: agentsToken,
};
