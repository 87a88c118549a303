/** What the adapter has found out about a request before its handler runs. */
import type { EndpointShape } from "contract/endpoint";
import type { LivingToken } from "#server/auth/personal-tokens.ts";
import type { SessionRecord } from "#server/auth/sessions.ts";
import type { SubjectRecord } from "#server/auth/subjects.ts";
import type { Actor } from "#server/core/actor.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor;
    /** The row behind the cookie, also while the code is still missing. */
    session: SessionRecord | null;
    /** What a program has shown instead of a cookie. */
    token: LivingToken | null;
    /** The record named in the path, when the endpoint has a subject. */
    subject: SubjectRecord | null;
    parsedParams: unknown;
  }
  interface FastifyContextConfig {
    endpoint?: EndpointShape;
  }
}
