/**
 * What the log says of a request (asvs 116, 118): one line when it is answered, and one before that if it is refused.
 * Both carry its id as `reqId`, by Fastify; a refusal tells the same id to whoever asked.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppError } from "#server/core/errors.ts";

export function logAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log[isAsset(request, reply) ? "debug" : "info"](
      {
        method: request.method,
        route: request.routeOptions.url ?? "page",
        record: recordIn(request),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        address: request.ip,
        actor: actorOf(request),
        session: request.session?.sid.slice(0, 8),
        tokenId: request.token?.actor.token?.id,
      },
      "answered",
    );
  });
}

/** A file of the web application that was there: dozens belong to one look at a page. */
function isAsset({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  const isFile = routeOptions.url !== undefined && routeOptions.config.endpoint === undefined;
  return isFile && statusCode < 400;
}

/** A record that is not there may be one that is hidden from who asks; an address that never was one says nothing. */
export function logRefusal(request: FastifyRequest, refusal: AppError): void {
  if (refusal.code === "route.unknown") return;
  const line = {
    status: refusal.status,
    code: refusal.code,
    actor: actorOf(request),
    route: request.routeOptions.url,
    record: recordIn(request),
  };
  if (refusal.status >= 500) request.log.error(line, refusal.message);
  else request.log.info(line, "refused");
}

function actorOf({ actor }: FastifyRequest): number | string | undefined {
  return actor?.kind === "user" ? actor.id : actor?.kind;
}

/** The number or the short code in the path. Anything longer may be a token of a link, or the name of a file. */
function recordIn(request: FastifyRequest): string | undefined {
  const [first] = Object.values((request.params ?? {}) as Record<string, string>);
  return first !== undefined && /^[\w-]{1,20}$/.test(first) ? first : undefined;
}
