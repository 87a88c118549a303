/** What a browser brings along when somebody signs in or changes an account with it. */
import type { FastifyRequest } from "fastify";
import { type ClientInfo, clientInfoOf } from "#server/core/client-info.ts";
import { readCookie } from "./cookies.ts";
import { csrfFingerprint } from "./csrf.ts";
import { deviceNameOf } from "./device-name.ts";
import type { SessionRecord } from "./sessions.ts";

export type Browser = ClientInfo & {
  session: SessionRecord | null;
  /** Fingerprint of its anti-forgery cookie. */
  csrf: string | null;
  /** The header X-Device-Hash: an input, not a secret (security.md 4.4). */
  deviceHash: string | null;
  deviceCookie: string | null;
  deviceName: string | null;
};

const MOST_HASH_LENGTH = 200;

export function browserOf(request: FastifyRequest): Browser {
  const client = clientInfoOf(request);
  return {
    session: request.session,
    csrf: csrfFingerprint(request),
    deviceHash: readDeviceHash(request),
    deviceCookie: readCookie(request, "dev"),
    deviceName: deviceNameOf(client.userAgent),
    ...client,
  };
}

function readDeviceHash(request: FastifyRequest): string | null {
  const header = request.headers["x-device-hash"];
  const text = typeof header === "string" ? header.trim() : "";
  return text.length > 0 && text.length <= MOST_HASH_LENGTH ? text : null;
}
