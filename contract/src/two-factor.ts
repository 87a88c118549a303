/** Second factors stronger than a code by mail: an authenticator app, passkeys, recovery codes (security.md 4.9). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { ById, email, MAX_PASSWORD_BYTES, requiredText, Timestamp } from "./fields.ts";
import { CODE_LENGTH, CurrentUser, DeviceHash } from "./session.ts";

export const RECOVERY_CODE_COUNT = 10;
const MAX_PASSKEY_NAME = 60;
/** An attestation without certificates is below 2 kB; the rest is room for odd authenticators. */
const MAX_CREDENTIAL_PART = 16_384;

/** Every change of a factor asks for the password again, because an open screen may not be its owner's. */
export const PasswordAgain = z.object({
  currentPassword: z
    .string("Current password is incorrect")
    .check(
      z.minLength(1, "Current password is incorrect"),
      z.maxLength(MAX_PASSWORD_BYTES, "Current password is incorrect"),
    ),
});

export const TotpCode = z.string("Enter the 6 digits of your app").check(
  z.refine((text) => text.length === CODE_LENGTH && /^[0-9]+$/.test(text), {
    message: "Enter the 6 digits of your app",
  }),
);

/** Capitals, spaces and the dash make no difference. */
export const RecoveryCode = z
  .string("Enter a recovery code")
  .check(z.trim(), z.minLength(1, "Enter a recovery code"), z.maxLength(40, "Invalid code"));

const INCOMPLETE = "The passkey's answer is incomplete";
const encoded = () =>
  z
    .string(INCOMPLETE)
    .check(z.minLength(1, INCOMPLETE), z.maxLength(MAX_CREDENTIAL_PART, INCOMPLETE));
const credential = {
  id: encoded(),
  rawId: encoded(),
  type: z.literal("public-key", INCOMPLETE),
};

/** What the browser answers after making a passkey; its names are those of WebAuthn. */
export const NewCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(),
        attestationObject: encoded(),
        transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
      },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
);

/** What the browser answers after signing with a passkey. */
export const SignedCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(),
        authenticatorData: encoded(),
        signature: encoded(),
        userHandle: z.optional(z.string().check(z.maxLength(200))),
      },
      INCOMPLETE,
    ),
  },
  INCOMPLETE,
);

/** Handed to the browser as it is: the options of WebAuthn, in its JSON form. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });

export const Factors = z.object({
  /** Null: no authenticator app. */
  totp: z.nullable(z.object({ addedAt: Timestamp })),
  passkeys: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      addedAt: Timestamp,
      lastUsedAt: z.nullable(Timestamp),
    }),
  ),
  recoveryCodesLeft: z.number(),
  /** This person's role demands a strong factor. */
  isRequired: z.boolean(),
  /** Browsers make passkeys for names only: a portal at a bare address has none. */
  canHavePasskeys: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;
export type Passkey = Factors["passkeys"][number];

/** With the first factor come the recovery codes; this is the only time they are shown. */
const RecoveryCodes = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });

/** Like a code from the mail, it must come from the browser that began the sign-in. */
const claim = { email: email("Invalid email address"), deviceHash: DeviceHash };
const SignedIn = z.object({ message: z.string(), user: CurrentUser });

export const twoFactorApi = {
  get: endpoint({
    method: "GET",
    path: "/api/profile/factors",
    access: "signedIn",
    scope: "session",
    summary: "The own second factors",
    response: Factors,
    beforeFactor: true,
  }),
  startTotp: endpoint({
    method: "POST",
    path: "/api/profile/factors/totp",
    access: "signedIn",
    scope: "session",
    summary: "A new secret for an authenticator app; it counts once a first code has come from it",
    body: PasswordAgain,
    response: z.object({ secret: z.string(), uri: z.string() }),
    beforeFactor: true,
    secret: true,
  }),
  confirmTotp: endpoint({
    method: "POST",
    path: "/api/profile/factors/totp/confirm",
    access: "signedIn",
    scope: "session",
    summary: "Prove the authenticator app with its first code",
    body: z.object({ code: TotpCode }),
    response: RecoveryCodes,
    beforeFactor: true,
    secret: true,
  }),
  removeTotp: endpoint({
    method: "POST",
    path: "/api/profile/factors/totp/remove",
    access: "signedIn",
    scope: "session",
    summary: "Forget the authenticator app",
    body: PasswordAgain,
    response: MessageAnswer,
    beforeFactor: true,
    secret: true,
  }),
  startPasskey: endpoint({
    method: "POST",
    path: "/api/profile/factors/passkeys/options",
    access: "signedIn",
    scope: "session",
    summary: "What the browser needs to make a passkey",
    body: PasswordAgain,
    response: PasskeyOptions,
    beforeFactor: true,
    secret: true,
  }),
  addPasskey: endpoint({
    method: "POST",
    path: "/api/profile/factors/passkeys",
    access: "signedIn",
    scope: "session",
    summary: "Keep the passkey that the browser has made",
    body: z.object({
      name: requiredText("Name is required", MAX_PASSKEY_NAME),
      credential: NewCredential,
    }),
    response: RecoveryCodes,
    beforeFactor: true,
    secret: true,
  }),
  removePasskey: endpoint({
    method: "POST",
    path: "/api/profile/factors/passkeys/:id/remove",
    access: "signedIn",
    scope: "session",
    summary: "Forget a passkey",
    params: ById,
    body: PasswordAgain,
    response: MessageAnswer,
    beforeFactor: true,
    secret: true,
  }),
  renewRecoveryCodes: endpoint({
    method: "POST",
    path: "/api/profile/factors/recovery-codes",
    access: "signedIn",
    scope: "session",
    summary: "Ten new recovery codes; the old ones stop working",
    body: PasswordAgain,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    beforeFactor: true,
    secret: true,
  }),
  verifyTotp: endpoint({
    method: "POST",
    path: "/api/verify-totp",
    access: "public",
    scope: "session",
    summary: "Finish a sign-in with the code of an authenticator app",
    body: z.object({ ...claim, code: TotpCode }),
    response: SignedIn,
  }),
  verifyRecoveryCode: endpoint({
    method: "POST",
    path: "/api/verify-recovery-code",
    access: "public",
    scope: "session",
    summary: "Finish a sign-in with a recovery code",
    body: z.object({ ...claim, code: RecoveryCode }),
    response: SignedIn,
  }),
  askPasskey: endpoint({
    method: "POST",
    path: "/api/passkey-options",
    access: "public",
    scope: "session",
    summary: "What the browser needs to sign the pending sign-in with a passkey",
    response: PasskeyOptions,
  }),
  verifyPasskey: endpoint({
    method: "POST",
    path: "/api/verify-passkey",
    access: "public",
    scope: "session",
    summary: "Finish a sign-in with a passkey",
    body: z.object({ ...claim, credential: SignedCredential }),
    response: SignedIn,
  }),
};
