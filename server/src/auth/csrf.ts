/**
 * Anti-forgery tokens, fitted to a client that fetches one before sign-in and keeps it (security.md 4.6).
 *
 * A token is bound to a long-lived cookie of its own, so it survives sign-in; signing in writes the cookie's
 * fingerprint into the session, so a planted cookie is worth nothing afterwards.
 */
import { createHmac, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { csrfRefused } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { createToken, fingerprintOf, isSameSecret, keyFor } from "#server/core/secrets.ts";
import { readCookie, setCookie } from "./cookies.ts";

const SALT_BYTES = 16;
const MAC_BYTES = 32;

/** A fresh token for this browser; gives it the cookie first when it has none. */
export function issueCsrfToken(request: FastifyRequest, reply: FastifyReply): string {
  let cookie = readCookie(request, "csrf");
  if (cookie === null) {
    cookie = createToken();
    setCookie(reply, "csrf", { value: cookie });
  }
  const salt = randomBytes(SALT_BYTES);
  return Buffer.concat([salt, macOf(cookie, salt)]).toString("base64url");
}

/** What a session remembers of the browser's cookie at sign-in. */
export function csrfFingerprint(request: FastifyRequest): string | null {
  const cookie = readCookie(request, "csrf");
  return cookie === null ? null : fingerprintOf(cookie);
}

/** Throws 403 'Invalid CSRF token' unless this write comes from a page of ours. */
export function assertCsrfToken(request: FastifyRequest): void {
  const cookie = readCookie(request, "csrf");
  const token = request.headers["x-csrf-token"];
  const isGenuine =
    cookie !== null &&
    typeof token === "string" &&
    isTokenFor(cookie, token) &&
    isFromOurPages(request) &&
    (request.session?.csrf == null || isSameSecret(request.session.csrf, fingerprintOf(cookie)));
  if (!isGenuine) throw csrfRefused();
}

function isTokenFor(cookie: string, token: string): boolean {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== SALT_BYTES + MAC_BYTES) return false;
  const salt = bytes.subarray(0, SALT_BYTES);
  return isSameSecret(
    bytes.subarray(SALT_BYTES).toString("hex"),
    macOf(cookie, salt).toString("hex"),
  );
}

function isFromOurPages(request: FastifyRequest): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const origin = request.headers.origin;
  return origin === undefined || origin === runtime.config.appOrigin;
}

function macOf(cookie: string, salt: Buffer): Buffer {
  return createHmac("sha256", keyFor("csrf")).update(fingerprintOf(cookie)).update(salt).digest();
}
