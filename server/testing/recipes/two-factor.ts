/** Valid calls about second factors. */
import { stepUpApi } from "contract/step-up";
import { twoFactorApi } from "contract/two-factor";
import { renewRecoveryCodes } from "#server/auth/recovery-codes.ts";
import { runtime } from "#server/core/runtime.ts";
import { passkeys } from "#server/database/tables/passkeys.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { appWith } from "#testing/authenticator-app.ts";
import { createAuthenticator } from "#testing/authenticator.ts";
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { type Prepare, type Recipe, type Recipes } from "#testing/endpoint-recipe.ts";
import { browserIn, buildMember, DEVICE_HASH, enterPassword, PASSWORD } from "#testing/sign-in.ts";
import { givePasskey, giveTotp } from "#testing/two-factor.ts";

const password = { currentPassword: PASSWORD };
const withPassword: Prepare = () => ({ body: password });

const withPasswordAndApp: Prepare = async ({ user }) => {
  if (user !== null) await giveTotp(user.id);
  return { body: password };
};

/** A browser that has said the password and is now asked for a factor. */
async function pendingSignIn<Made>(fixtures: Fixtures, give: (userId: number) => Promise<Made>) {
  const member = await buildMember();
  const made = await give(member.id);
  const client = browserIn(fixtures.portal);
  Object.assign(client.headers, fixtures.client.headers);
  await enterPassword(client, member.email);
  return { client, made, claim: { email: member.email, deviceHash: DEVICE_HASH } };
}

export const twoFactorRecipes: Pick<Recipes, "twoFactor" | "stepUp"> = {
  twoFactor: {
    get: () => ({}),
    startTotp: withPassword,
    confirmTotp: async ({ user, client }): Promise<Recipe> => {
      if (user === null) return { body: { code: "123456" } };
      const { secret } = await client.call(twoFactorApi.startTotp, { body: password });
      return { body: { code: appWith(secret)() } };
    },
    removeTotp: withPasswordAndApp,
    startPasskey: withPassword,
    addPasskey: async ({ user, client }): Promise<Recipe> => {
      const options =
        user === null
          ? { challenge: "none" }
          : await client.call(twoFactorApi.startPasskey, { body: password });
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
    verifyTotp: async (fixtures) => {
      const { client, made: app, claim } = await pendingSignIn(fixtures, giveTotp);
      return { client, body: { ...claim, code: app() } };
    },
    verifyRecoveryCode: async (fixtures) => {
      const { client, made, claim } = await pendingSignIn(fixtures, async (userId) => {
        await giveTotp(userId);
        return inTransaction((tx) => renewRecoveryCodes(tx, userId, 1));
      });
      return { client, body: { ...claim, code: made[0] } };
    },
    askPasskey: async (fixtures) => ({
      client: (await pendingSignIn(fixtures, givePasskey)).client,
    }),
    verifyPasskey: async (fixtures) => {
      const { client, made: key, claim } = await pendingSignIn(fixtures, givePasskey);
      const options = await client.call(twoFactorApi.askPasskey);
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
