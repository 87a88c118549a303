/** What a browser keeps when somebody has come in with it. */
import type { FastifyReply } from "fastify";
import { setCookie } from "./cookies.ts";
import { TRUST_IDLE_DAYS } from "./device-trust.ts";

const TRUST_SECONDS = TRUST_IDLE_DAYS * 86_400;

/** The end of every sign-in from an unknown browser: a new session, and from now on a known browser. */
export function setSignInCookies(
  reply: FastifyReply,
  entry: { sessionToken: string; deviceCookie: string },
): void {
  setCookie(reply, "sid", { value: entry.sessionToken });
  keepDeviceCookie(reply, entry.deviceCookie);
}

export function keepDeviceCookie(reply: FastifyReply, value: string): void {
  setCookie(reply, "dev", { value, maxAgeSeconds: TRUST_SECONDS });
}
