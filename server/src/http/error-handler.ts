/** One place where errors become answers: `{ message, code, fields?, requestId }`, and nothing internal (S-51). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorAnswer } from "contract/errors";
import {
  AppError,
  malformed,
  noRoomForChange,
  payloadTooLarge,
  unavailable,
  unknownRoute,
  unsupportedMedia,
} from "#server/core/errors.ts";
import { isDatabaseUnavailable, isDiskFull, sqlState } from "#server/database/errors.ts";
import { isLeftUnread } from "#server/files/multipart.ts";
import { logRefusal } from "./request-lines.ts";
import { callHeaders } from "./security-headers.ts";

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal) return sendRefusal(request, reply, refusal);
    request.log.error({ error }, "unexpected error");
    return sendRefusal(
      request,
      reply,
      new AppError({ status: 500, code: "server.failed", message: "Something went wrong" }),
    );
  });
}

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AppError,
): FastifyReply {
  const answer: ErrorAnswer = {
    message: refusal.message,
    code: refusal.code,
    ...refusal.details,
    requestId: request.id,
  };
  if (refusal.details.retryAfter !== undefined)
    reply.header("retry-after", String(refusal.details.retryAfter));
  if (refusal.status === 401 && refusal.code === "access.token")
    reply.header("www-authenticate", "Bearer");
  logRefusal(request, refusal);
  // A body that nobody will read must not be mistaken for the next request on this connection.
  if (
    isLeftUnread(request) ||
    (request.raw.readableEnded === false &&
      (refusal.status === 413 || request.headers["transfer-encoding"]))
  )
    reply.header("connection", "close");
  return reply
    .code(refusal.status)
    .removeHeader("etag")
    .removeHeader("content-disposition")
    .headers(callHeaders)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(answer));
}

/** Null: a fault of ours. */
function refusalOf(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return noRoomForChange();
  if (isDatabaseUnavailable(error)) return unavailable();
  // Text that PostgreSQL cannot hold (NUL), or a number beyond its column: the client's doing (0 answers 5xx).
  if (["22021", "22P05", "22003", "22P02"].includes(sqlState(error) ?? ""))
    return malformed("The request holds characters or numbers that cannot be stored");
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return payloadTooLarge("The request is too large");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedMedia("This content type is not supported");
    case "FST_ERR_NOT_FOUND":
      return unknownRoute();
    default:
      return isClientFault(error) ? malformed("The request could not be read") : null;
  }
}

function isClientFault(error: FastifyError): boolean {
  return typeof error.statusCode === "number" && error.statusCode >= 400 && error.statusCode < 500;
}
