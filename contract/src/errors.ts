/** Every error a caller may meet, and the shape it travels in (D-109, S-51). */
import * as z from "zod/mini";

export const errorCodes = [
  "request.invalid",
  "request.malformed",
  "request.tooLarge",
  "request.unsupported",
  "request.tooMany",
  "request.repeated",
  "route.unknown",
  "csrf",
  "session.missing",
  "session.credentials",
  "session.throttled",
  "session.code",
  "access.admin",
  "access.key",
  "access.token",
  "access.denied",
  "access.factor",
  "step_up_required",
  "record.missing",
  "record.taken",
  "record.state",
  "edit.conflict",
  "file.refused",
  "file.damaged",
  "storage.full",
  "service.unavailable",
  "service.refused",
  "server.failed",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

export const ErrorAnswer = z.object({
  /** A sentence for the person; the first of `fields` when several are wrong. */
  message: z.string(),
  code: z.enum(errorCodes),
  /** Field name → what is wrong with it. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** Seconds until another try makes sense. */
  retryAfter: z.optional(z.number()),
  /** On `edit.conflict`: the values that somebody else has saved meanwhile. */
  current: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.optional(z.string()),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

export const MessageAnswer = z.object({ message: z.string() });
