/** People with strong factors, made through the portal's own calls. */
import { eq, sql } from "drizzle-orm";
import { twoFactorApi } from "contract/two-factor";
import { storePasskey } from "#server/auth/passkeys.ts";
import { prepareTotp } from "#server/auth/totp-secrets.ts";
import { base32Of } from "#server/auth/totp.ts";
import { runtime } from "#server/core/runtime.ts";
import { totpSecrets } from "#server/database/tables/totp-secrets.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { type App, appWith } from "./authenticator-app.ts";
import { createAuthenticator, type Authenticator } from "./authenticator.ts";
import { PASSWORD } from "./sign-in.ts";
import type { TestClient } from "./test-client.ts";

const currentPassword = PASSWORD;

export async function addTotp(
  browser: TestClient,
): Promise<{ app: App; secret: string; recoveryCodes: string[] }> {
  const { secret } = await browser.call(twoFactorApi.startTotp, { body: { currentPassword } });
  const app = appWith(secret);
  const added = await browser.call(twoFactorApi.confirmTotp, { body: { code: app() } });
  return { app, secret, recoveryCodes: added.recoveryCodes ?? [] };
}

/** The same without the calls, for tests that need hundreds. */
export async function giveTotp(userId: number): Promise<App> {
  const secret = await inTransaction((tx) => prepareTotp(tx, userId));
  await runtime.database
    .update(totpSecrets)
    .set({ secret: totpSecrets.pendingSecret, addedAt: sql`now()`, lastStep: 0 })
    .where(eq(totpSecrets.userId, userId));
  return appWith(base32Of(secret));
}

export async function givePasskey(userId: number): Promise<Authenticator> {
  const key = createAuthenticator();
  await inTransaction((tx) => storePasskey(tx, { ...key.passkey, userId, name: "Key ring" }));
  return key;
}

export async function addPasskey(
  browser: TestClient,
  name = "Key ring",
): Promise<{ key: Authenticator; recoveryCodes: string[] }> {
  const key = createAuthenticator();
  const options = await browser.call(twoFactorApi.startPasskey, { body: { currentPassword } });
  const credential = key.register(options);
  const added = await browser.call(twoFactorApi.addPasskey, { body: { name, credential } });
  return { key, recoveryCodes: added.recoveryCodes ?? [] };
}
