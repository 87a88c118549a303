/**
 * Ends an answer of which the other side takes nothing any more (reliability 12): whoever asks for files and does not
 * read them would otherwise hold their bytes, their open files and their places for as long as he likes.
 */
import type { FastifyInstance } from "fastify";

const MOST_SILENT_MS = 30_000;

export function endStalledAnswers(app: FastifyInstance, mostSilentMs = MOST_SILENT_MS): void {
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = reply;
    // Node takes every byte that is accepted for a sign of life. A socket without unsent bytes waits for us, or for the
    // rest of the request, which has a limit of its own.
    raw.setTimeout(mostSilentMs, () => {
      if (!raw.socket || raw.socket.writableLength === 0) return;
      request.log.info({ requestId: request.id }, "an answer was ended that nobody read");
      raw.destroy();
    });
  });
}
