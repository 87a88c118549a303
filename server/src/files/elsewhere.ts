import type { FastifyReply } from "fastify";

/** A file that lies with somebody else: the browser goes there. A header takes no letters beyond ASCII, and no line break. */
export function sendElsewhere(reply: FastifyReply, address: string): FastifyReply {
  return reply.redirect(new URL(address).href, 302);
}
