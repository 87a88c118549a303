/** Valid calls about second factors. */
import { factorsApi } from "contract/factors";
import { stepUpApi } from "contract/step-up";
import { renewRecoveryCodes } from "#server/auth/recovery-codes.ts";
import { passkeys } from "#server/database/tables/passkeys.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { runtime } from "#server/runtime.ts";
import { appWith } from "./authenticator-app.ts";
import { createAuthenticator } from "./authenticator.ts";
import { type Cook, type Recipe, type Recipes } from "./endpoint-recipe.ts";
import type { World } from "./endpoint-world.ts";
import { givePasskey, giveTotp } from "./factors.ts";
import { browserIn, buildMember, DEVICE_HASH, enterPassword, PASSWORD } from "./sign-in.ts";

const password = { currentPassword: PASSWORD };
const withPassword: Cook = () => ({ body: password });

const withPasswordAndApp: Cook = async ({ user }) => {
  if (user !== null) await giveTotp(user.id);
  return { body: password };
};

/** A browser that has said the password and is now asked for a factor. */
async function pendingSignIn<Made>(world: World, give: (userId: number) => Promise<Made>) {
  const member = await buildMember();
  const made = await give(member.id);
  const client = browserIn(world.portal);
  Object.assign(client.headers, world.client.headers);
  await enterPassword(client, member.email);
  return { client, made, claim: { email: member.email, deviceHash: DEVICE_HASH } };
}

export const factorRecipes: Pick<Recipes, "factors" | "stepUp"> = {
  factors: {
    get: () => ({}),
    startTotp: withPassword,
    confirmTotp: async ({ user, client }): Promise<Recipe> => {
      if (user === null) return { body: { code: "123456" } };
      const { secret } = await client.call(factorsApi.startTotp, { body: password });
      return { body: { code: appWith(secret)() } };
    },
    removeTotp: withPasswordAndApp,
    startPasskey: withPassword,
    addPasskey: async ({ user, client }): Promise<Recipe> => {
      const options =
        user === null
          ? { challenge: "none" }
          : await client.call(factorsApi.startPasskey, { body: password });
      const credential = createAuthenticator().register(options);
      return { body: { name: "Key ring", credential } };
    },
    removePasskey: async ({ user }) => {
      if (user === null) return { params: { id: 1 }, body: password };
      const { passkey } = createAuthenticator();
      const [row] = await runtime.database
        .insert(passkeys)
        .values({ ...passkey, userId: user.id, name: "Lost key" })
        .returning();
      return { params: { id: row?.id ?? 0 }, body: password };
    },
    renewRecoveryCodes: withPasswordAndApp,
    verifyTotp: async (world) => {
      const { client, made: app, claim } = await pendingSignIn(world, giveTotp);
      return { client, body: { ...claim, code: app() } };
    },
    verifyRecoveryCode: async (world) => {
      const { client, made, claim } = await pendingSignIn(world, async (userId) => {
        await giveTotp(userId);
        return inTransaction((tx) => renewRecoveryCodes(tx, userId, 1));
      });
      return { client, body: { ...claim, code: made[0] } };
    },
    askPasskey: async (world) => ({ client: (await pendingSignIn(world, givePasskey)).client }),
    verifyPasskey: async (world) => {
      const { client, made: key, claim } = await pendingSignIn(world, givePasskey);
      const options = await client.call(factorsApi.askPasskey);
      return { client, body: { ...claim, credential: key.sign(options) } };
    },
  },
  stepUp: {
    byPassword: () => ({ body: { password: PASSWORD } }),
    byTotp: async ({ user }) => ({
      body: { code: user === null ? "123456" : (await giveTotp(user.id))() },
    }),
    askPasskey: async ({ user }) => {
      if (user !== null) await givePasskey(user.id);
      return {};
    },
    byPasskey: async ({ user, client }) => {
      if (user === null) return { body: {} };
      const key = await givePasskey(user.id);
      const options = await client.call(stepUpApi.askPasskey);
      return { body: { credential: key.sign(options) } };
    },
  },
};
