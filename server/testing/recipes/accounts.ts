/** Valid calls about signing in, people and one's own account. */
import { eq } from "drizzle-orm";
import { createEmailChange } from "#server/auth/email-changes.ts";
import { createResetToken } from "#server/auth/reset-tokens.ts";
import { runtime } from "#server/core/runtime.ts";
import { fingerprintOf } from "#server/core/secrets.ts";
import { trustedDevices } from "#server/database/tables/trusted-devices.ts";
import { users } from "#server/database/tables/users.ts";
import { inTransaction } from "#server/database/transaction.ts";
import type { Fixtures } from "#testing/endpoint-fixtures.ts";
import { type Prepare, none, type Recipes } from "#testing/endpoint-recipe.ts";
import { uniqueSuffix } from "#testing/factories/unique.ts";
import { codeIn, lastMailTo } from "#testing/mails.ts";
import { sampleImage } from "#testing/sample-files.ts";
import { browserIn, buildMember, DEVICE_HASH, enterPassword, PASSWORD } from "#testing/sign-in.ts";
import type { TestClient } from "#testing/test-client.ts";

const otherUser: Prepare = async (fixtures) => ({
  params: { id: (await fixtures.otherUser()).id },
});

/** A browser that stands between password and code. */
async function pendingSignIn(fixtures: Fixtures): Promise<{ client: TestClient; email: string }> {
  const member = await buildMember();
  const client = browserIn(fixtures.portal);
  Object.assign(client.headers, fixtures.client.headers);
  await enterPassword(client, member.email);
  return { client, email: member.email };
}

async function resetToken(): Promise<string> {
  const member = await buildMember();
  const { token } = await inTransaction((tx) => createResetToken(tx, member.id));
  return token;
}

/** The tokens of somebody's new address, one to confirm and one to refuse it. */
async function emailLinks() {
  const member = await buildMember();
  const newEmail = `new-${uniqueSuffix()}@example.com`;
  const asking = { userId: member.id, sessionId: "none", newEmail };
  return inTransaction((tx) => createEmailChange(tx, asking));
}

async function openInvitation(fixtures: Fixtures): Promise<string> {
  const token = `invitation-${uniqueSuffix()}-0123456789abcdef0123456789`;
  await fixtures.invitation(fingerprintOf(token));
  return token;
}

export const accountRecipes: Pick<Recipes, "session" | "users" | "profile"> = {
  session: {
    getCsrfToken: none,
    getUser: none,
    login: async () => ({ body: { email: (await buildMember()).email, password: PASSWORD } }),
    verifyOtp: async (fixtures) => {
      const { client, email } = await pendingSignIn(fixtures);
      return {
        client,
        body: { email, deviceHash: DEVICE_HASH, otp: codeIn(await lastMailTo(email)) },
      };
    },
    resendOtp: async (fixtures) => {
      const { client, email } = await pendingSignIn(fixtures);
      await runtime.database.execute(
        `update otp_verifications set created_at = created_at - interval '2 minutes'`,
      );
      await runtime.database.execute(`delete from throttle_buckets`);
      return { client, body: { email, deviceHash: DEVICE_HASH } };
    },
    logout: none,
    logoutByLink: none,
    forgotPassword: async () => ({ body: { email: (await buildMember()).email } }),
    validateResetToken: async () => ({ params: { token: await resetToken() } }),
    resetPassword: async () => ({
      body: {
        token: await resetToken(),
        password: "Another-Horse-8",
        confirmPassword: "Another-Horse-8",
      },
    }),
    streamEvents: none,
  },
  users: {
    list: none,
    page: none,
    update: async (fixtures) => {
      const user = await fixtures.otherUser();
      return {
        params: { id: user.id },
        body: { firstName: "New", lastName: "Name", email: user.email, role: "client" },
      };
    },
    remove: otherUser,
    unlock: otherUser,
    signOut: otherUser,
    sendResetLink: otherUser,
    removeFactors: otherUser,
    tryMails: otherUser,
    listInvitations: none,
    invite: () => ({ body: { email: `guest-${uniqueSuffix()}@example.com`, role: "client" } }),
    resendInvitation: async (fixtures) => ({
      params: { id: (await fixtures.invitation(uniqueSuffix())).id },
    }),
    removeInvitation: async (fixtures) => ({
      params: { id: (await fixtures.invitation(uniqueSuffix())).id },
    }),
    getInvitation: async (fixtures) => ({ params: { token: await openInvitation(fixtures) } }),
    completeRegistration: async (fixtures) => ({
      body: {
        token: await openInvitation(fixtures),
        firstName: "Ivy",
        lastName: "Guest",
        password: "Another-Horse-8",
      },
    }),
  },
  profile: {
    update: ({ user }) => ({
      body: { firstName: "Robin", lastName: "Person", email: user?.email ?? "nobody@example.com" },
    }),
    getEmailChange: none,
    cancelEmailChange: none,
    confirmEmail: async () => ({ body: { token: (await emailLinks()).confirmToken } }),
    refuseEmail: async () => ({ body: { token: (await emailLinks()).cancelToken } }),
    updatePassword: async ({ user, client }) => {
      // Each caller's password stays what the others sign in with.
      const [row] = await runtime.database
        .select()
        .from(users)
        .where(eq(users.id, user?.id ?? 0));
      if (row === undefined)
        return { client, body: { currentPassword: PASSWORD, newPassword: "Another-Horse-8" } };
      return { client, body: { currentPassword: PASSWORD, newPassword: PASSWORD } };
    },
    uploadAvatar: async () => ({
      files: [
        { field: "avatar", name: "me.jpg", bytes: await sampleImage("jpeg"), type: "image/jpeg" },
      ],
    }),
    listSessions: none,
    removeSession: async ({ user, portal }) => {
      if (user === null) return { params: { id: "0123456789abcdef" } };
      const other = await portal.as(user);
      return { params: { id: fingerprintOf(other.cookies.get("sid") ?? "").slice(0, 16) } };
    },
    listDevices: none,
    removeDevice: async ({ user }) => {
      if (user === null) return { params: { id: 1 } };
      const [device] = await runtime.database
        .insert(trustedDevices)
        .values({ userId: user.id, fingerprint: uniqueSuffix(), cookieHash: uniqueSuffix() })
        .returning();
      return { params: { id: device?.id ?? 0 } };
    },
  },
};
