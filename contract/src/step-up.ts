/**
 * Step-up (D-185): an act that an open screen must not be enough for asks for a passkey, an authenticator code or the
 * password, unless one of them was given in this session a short while ago. Endpoints say so with `stepUp`.
 */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MessageAnswer } from "./errors.ts";
import { TypedPassword } from "./session.ts";
import { PasskeyOptions, SignedCredential, TotpCode } from "./two-factor.ts";

/** How long a proof lasts; signing in is one. */
export const PROOF_MINUTES = 15;

/** Each success gives the session a new token; the old one is signed out. */
export const stepUpApi = {
  byPassword: endpoint({
    method: "POST",
    path: "/api/step-up/password",
    access: "signedIn",
    scope: "session",
    summary: "Prove with the password who is at the keyboard",
    body: z.object({ password: TypedPassword }),
    response: MessageAnswer,
    secret: true,
  }),
  byTotp: endpoint({
    method: "POST",
    path: "/api/step-up/totp",
    access: "signedIn",
    scope: "session",
    summary: "Prove with the code of an authenticator app who is at the keyboard",
    body: z.object({ code: TotpCode }),
    response: MessageAnswer,
    secret: true,
  }),
  askPasskey: endpoint({
    method: "POST",
    path: "/api/step-up/passkey/options",
    access: "signedIn",
    scope: "session",
    summary: "What the browser needs to prove with a passkey who is at the keyboard",
    response: PasskeyOptions,
    secret: true,
  }),
  byPasskey: endpoint({
    method: "POST",
    path: "/api/step-up/passkey",
    access: "signedIn",
    scope: "session",
    summary: "Prove with a passkey who is at the keyboard",
    body: z.object({ credential: SignedCredential }),
    response: MessageAnswer,
    secret: true,
  }),
};
