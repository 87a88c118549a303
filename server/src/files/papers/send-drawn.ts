import type { FastifyReply } from "fastify";
import { contentDisposition } from "#server/files/names.ts";
import { fileHeaders } from "#server/files/serve.ts";

/** A paper made for this answer. Nothing is drawn for whoever asks for the headers alone. */
export async function sendDrawn(
  reply: FastifyReply,
  { name, draw }: { name: string; draw: () => Promise<Buffer> },
): Promise<void> {
  await reply
    .headers(fileHeaders)
    .header("content-type", "application/pdf")
    .header("content-disposition", contentDisposition("attachment", name))
    .send(reply.request.method === "HEAD" ? "" : await draw());
}
