/** What the browser does with passkeys; the library that speaks to it is fetched when it is first needed. */
import type { AnswerOf } from "contract/endpoint";
import type { twoFactorApi } from "contract/two-factor";

/** Missing on pages without https, and in browsers that know nothing of passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

type Creation = AnswerOf<typeof twoFactorApi.startPasskey>;
type Request = AnswerOf<typeof twoFactorApi.askPasskey>;

export async function makePasskey(options: Creation) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return startRegistration({
    optionsJSON: options as unknown as OptionsOf<typeof startRegistration>,
  });
}

export async function signWithPasskey(options: Request) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({
    optionsJSON: options as unknown as OptionsOf<typeof startAuthentication>,
  });
}

/** The contract hands WebAuthn's own options through, without naming each of them. */
type OptionsOf<Start extends (input: { optionsJSON: never }) => unknown> =
  Parameters<Start>[0]["optionsJSON"];

/** The person closed the browser's question, or let it run out. */
export function wasCancelled(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
