/**
 * What browsers are asked to sign, and whether they did (WebAuthn). A passkey follows the password, so holding it is
 * enough; one that also asks for a finger or a PIN may. The relying party is the host of APP_ORIGIN: a passkey made
 * here answers nobody else, which is what a code by mail cannot promise.
 */
import ipaddr from "ipaddr.js";
import { runtime } from "#server/core/runtime.ts";
import { keyedHash } from "#server/core/secrets.ts";
import { bureauName } from "#server/database/bureau.ts";
import type { PasskeyRow } from "./passkeys.ts";

type Transport = "ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb";

/** Taken as the contract read them: the browser's answers in WebAuthn's JSON form. */
export type Registration = {
  id: string;
  rawId: string;
  type: "public-key";
  response: {
    clientDataJSON: string;
    attestationObject: string;
    transports?: string[] | undefined;
  };
};
export type Assertion = {
  id: string;
  rawId: string;
  type: "public-key";
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
};

type Person = { id: number; email: string; name: string };

/** ES256, EdDSA and RS256: what authenticators speak. */
const ALGORITHMS = [-7, -8, -257];

/** Loaded when the first passkey is met: the library weighs 25 MB (decisions/0012). */
const load = () => import("@simplewebauthn/server");

/** Browsers bind passkeys to a name, and only on pages that nobody on the way can have changed. */
export function canHavePasskeys(): boolean {
  const { protocol, hostname } = new URL(runtime.config.appOrigin);
  if (ipaddr.isValid(hostname.replaceAll(/[[\]]/g, ""))) return false;
  return protocol === "https:" || hostname === "localhost";
}

export async function registrationOptions(person: Person, known: readonly PasskeyRow[]) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: bureauName(),
    rpID: relyingParty(),
    // The same at each time, and says nothing about the person.
    userID: new Uint8Array(Buffer.from(keyedHash("passkey", `user ${person.id}`), "hex")),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: "none",
    // The password says who signs in, so a key need not spend one of its few places on the name.
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(descriptorOf),
  });
}

export async function assertionOptions(known: readonly PasskeyRow[]) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: relyingParty(),
    allowCredentials: known.map(descriptorOf),
    userVerification: "preferred",
  });
}

export type NewPasskey = { credentialId: string; publicKey: Buffer; counter: number };

/** Null: this is no answer to the challenge from a page of ours. */
export async function readRegistration(
  answer: Registration,
  challenge: string,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await load();
  const { registrationInfo } = await orNull("registration", () =>
    verifyRegistrationResponse({
      response: { ...answer, response: plainResponse(answer), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: runtime.config.appOrigin,
      expectedRPID: relyingParty(),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!registrationInfo) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
}

/** The passkey's new counter; null when the signature is not right, or the counter shows that the key was copied. */
export async function readAssertion(
  answer: Assertion,
  challenge: string,
  passkey: PasskeyRow,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await load();
  const checked = await orNull("assertion", () =>
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: runtime.config.appOrigin,
      expectedRPID: relyingParty(),
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  );
  return checked.verified === true ? checked.authenticationInfo.newCounter : null;
}

/** The library throws at whatever is not as it should be, and all of it came from outside. */
async function orNull<Result extends { verified: boolean }>(
  kind: string,
  check: () => Promise<Result>,
): Promise<Result | { verified: false; registrationInfo?: never }> {
  try {
    return await check();
  } catch (error) {
    runtime.log.info({ err: error }, `A passkey's ${kind} was refused`);
    return { verified: false };
  }
}

function relyingParty(): string {
  return new URL(runtime.config.appOrigin).hostname;
}

function descriptorOf({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: transports as Transport[] };
}

function plainResponse({ response }: Registration) {
  const { clientDataJSON, attestationObject } = response;
  return { clientDataJSON, attestationObject };
}
