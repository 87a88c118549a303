/** How JSON comes in: not too much of it from strangers, not nested without end, and never `__proto__`. */
import type { FastifyInstance } from "fastify";
import type { EndpointShape } from "contract/endpoint";
import { malformed } from "#server/core/errors.ts";

export const MOST_JSON_BYTES = 1024 * 1024;
/** What anybody may send without having signed in: an address, a password, a code. */
const MOST_PUBLIC_BYTES = 16 * 1024;
const MOST_BROWSER_REPORT_BYTES = 8 * 1024;
/** A mail program says that it was one click, and no more. */
const MOST_BY_TOKEN_BYTES = 1024;
const MOST_DEPTH = 64;

const types = ["application/json", "application/csp-report", "application/reports+json"];

export function bodyLimitOf({ access, fromBrowser, byToken }: EndpointShape): number {
  if (byToken) return MOST_BY_TOKEN_BYTES;
  if (fromBrowser) return MOST_BROWSER_REPORT_BYTES;
  return access === "public" ? MOST_PUBLIC_BYTES : MOST_JSON_BYTES;
}

/** An empty body with a JSON content type is no body: many clients send a DELETE so. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(types, { parseAs: "string" }, (request, body, done) => {
    const text = body as string;
    if (text.length === 0) return done(null, undefined);
    if (isTooDeep(text)) return done(malformed("The request is nested too deeply"));
    return parse(request, text, done);
  });
}

/** Judged before it is parsed: what walks through a value goes down with it. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}
