import { unsubscribeToken } from "#server/modules/notifications/unsubscribe-token.ts";
import { none, type Prepare, type Recipes } from "#testing/endpoint-recipe.ts";
import { buildUser } from "#testing/factories/users.ts";

const withToken: Prepare = async () => ({
  params: { token: unsubscribeToken("n", await buildUser()) },
});

export const mailChoices: Recipes["mailChoices"] = {
  get: none,
  update: () => ({ body: { mail: { message: "daily" } } }),
};

export const unsubscribe: Recipes["unsubscribe"] = { open: withToken, unsubscribe: withToken };
