/** The web application: its files, and its one page for every address that is not a call (S-54). */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { operationsApi } from "contract/operations";
import { readCookie } from "#server/auth/cookies.ts";
import { demoKind } from "#server/core/demo.ts";
import { notFoundWith, unknownRoute } from "#server/core/errors.ts";
import { runtime } from "#server/core/runtime.ts";
import { bureauName, bureauRow } from "#server/database/bureau.ts";
import { isCall } from "./call-address.ts";
import { serveManifest } from "./manifest.ts";

const webDirectory = join(import.meta.dirname, "..", "..", "..", "web", "dist");
/** The screens behind the sign-in, which stand in the frame of the portal. */
const SIGNED_IN_PAGES =
  /^\/(?:(?:case\/[^/]+|profile|users|invoices|accountant-invoices|analytics)\/?)?(?:\?|$)/;
const A_YEAR_SECONDS = 31_536_000;
/** The camera takes pictures of papers; nothing of the portal listens, or asks where somebody is. */
const DEVICES = "camera=(self), microphone=(), geolocation=()";
/** The service worker, packed or not: a browser always asks whether there is a newer one. */
const WORKER = /[\\/]sw\.js(?:\.\w+)?$/;
/** The hash of the empty style that some browsers' form controls inject. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export async function servePages(
  app: FastifyInstance,
  portal: { isInUse: () => Promise<boolean> },
): Promise<void> {
  serveManifest(app);
  const page = await readFile(join(webDirectory, "index.html"), "utf8").catch(() => null);
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: webDirectory,
      index: false,
      wildcard: false,
      globIgnore: ["**/index.html", "**/.*", "**/*.{br,gz}"],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header("cache-control", cachingOf(path));
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !isCall(request) &&
      !/^\/assets(\/|\?|$)/.test(request.url);
    if (!isPage) throw unknownRoute();
    if (page === null) throw notFoundWith("The web application has not been built");
    const firstDay = (await portal.isInUse()) ? "" : "true";
    return sendPage(
      reply,
      page.replaceAll("__FIRST_DAY__", firstDay).replace("__FRAME__", frameOf(request)),
    );
  });
}

function cachingOf(path: string): string {
  if (WORKER.test(path)) return "no-cache";
  return `public, max-age=${path.includes("/assets/") ? `${A_YEAR_SECONDS}, immutable` : "300"}`;
}

/** Who seems to be signed in sees the portal's frame at once; whether he is, the first call tells. */
function frameOf(request: FastifyRequest): string {
  return SIGNED_IN_PAGES.test(request.url) && readCookie(request, "sid") ? "portal" : "none";
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString("base64");
  return reply
    .header("content-type", "text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("content-security-policy", pagePolicy(nonce))
    .header("permissions-policy", DEVICES)
    .header("reporting-endpoints", `csp="${operationsApi.reportPolicy.path}"`)
    .send(
      withBanner(page)
        .replaceAll("__CSP_NONCE__", nonce)
        .replaceAll("__BUREAU_NAME__", escapeHtml(bureauName()))
        .replaceAll("__BUREAU_LOGO__", logoMark())
        .replaceAll("__DEMO__", demoKind() ?? "")
        .replaceAll("__BUREAU_ZONE__", escapeHtml(runtime.config.bureauZone))
        .replaceAll("__RETENTION_YEARS__", String(runtime.config.retentionYears)),
    );
}

/** The revision of the logo, and whether there is one for dark ground, as `12 dark`; empty without a logo. */
export function logoMark(): string {
  const { logoFileId, logoDarkFileId, revision } = bureauRow();
  if (logoFileId === null) return "";
  return logoDarkFileId === null ? `${revision}` : `${revision} dark`;
}

/** Above every page of a demonstration that anybody may use; in the page itself, so that no real portal fetches it. */
const BANNER =
  '<p role="note" class="border-b border-line bg-accent-soft px-4 py-2 text-center text-sm text-accent print:hidden">Everything here is made up. It is reset every night.</p>';
const ROOT = '<div id="root">';

export function withBanner(page: string): string {
  return demoKind() === "public" ? page.replace(ROOT, `${BANNER}${ROOT}`) : page;
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${EMPTY_STYLE}`,
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "frame-src 'self' blob: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // The first for browsers of today, the second for Firefox and older ones.
    "report-to csp",
    `report-uri ${operationsApi.reportPolicy.path}`,
  ].join("; ");
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
