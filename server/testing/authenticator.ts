/** A security key in software: makes ES256 passkeys and signs with them, as WebAuthn says. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { runtime } from "#server/core/runtime.ts";

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;

type Options = { challenge: string };
type Lies = {
  /** The page that asked; the portal's own unless told. */
  origin?: string;
  challenge?: string;
  /** What the counter says; one more than before unless told. */
  counter?: number;
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(16);
  const id = credentialId.toString("base64url");
  let counter = 0;

  const key = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);

  return {
    /** What the portal keeps of it. */
    passkey: { credentialId: id, publicKey: key },

    /** Answers `navigator.credentials.create`. */
    register(options: Options, lies: Lies = {}) {
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ]);
      const data = Buffer.concat([headOf(USER_PRESENT + HAS_CREDENTIAL, counter), credential]);
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        response: {
          clientDataJSON: clientData("webauthn.create", options, lies).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["usb"],
        },
      };
    },

    /** Answers `navigator.credentials.get`. */
    sign(options: Options, lies: Lies = {}) {
      counter = lies.counter ?? counter + 1;
      const data = headOf(USER_PRESENT, counter);
      const client = clientData("webauthn.get", options, lies);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        id,
        rawId: id,
        type: "public-key" as const,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
        },
      };
    },
  };
}

function headOf(flags: number, counter: number): Buffer {
  const host = new URL(runtime.config.appOrigin).hostname;
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(host).digest(), head]);
}

function clientData(type: string, options: Options, lies: Lies): Buffer {
  const { challenge = options.challenge, origin = runtime.config.appOrigin } = lies;
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
