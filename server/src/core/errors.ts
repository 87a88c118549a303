/** The refusals a caller may meet. Whatever else is thrown is a fault of ours and leaves as a plain 500. */
import type { ErrorCode } from "contract/errors";

type Details = {
  fields?: Record<string, string>;
  retryAfter?: number;
  current?: Record<string, unknown>;
};

type Refusal = Details & { status: number; code: ErrorCode; message: string };

export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: Details;

  constructor({ status, code, message, ...details }: Refusal) {
    super(message);
    this.name = "AppError";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 400; `fields` names what is wrong with each bad field. */
export function badRequest(message: string, fields?: Record<string, string>): AppError {
  return new AppError({ status: 400, code: "request.invalid", message, fields });
}

/** 400 for one field: the sentence stands at the field and in the toast. */
export function badField(field: string, message: string): AppError {
  return badRequest(message, { [field]: message });
}

export function malformed(message: string): AppError {
  return new AppError({ status: 400, code: "request.malformed", message });
}

/** 400; wrong, expired or missing sign-in code. */
export function badCode(message: string): AppError {
  return new AppError({ status: 400, code: "session.code", message });
}

export function signedOut(): AppError {
  return new AppError({ status: 401, code: "session.missing", message: "Please sign in" });
}

export function wrongCredentials(): AppError {
  return new AppError({
    status: 401,
    code: "session.credentials",
    message: "Invalid email or password",
  });
}

export function unknownKey(): AppError {
  return new AppError({ status: 401, code: "access.key", message: "Invalid automation key" });
}

export function csrfRefused(): AppError {
  return new AppError({ status: 403, code: "csrf", message: "Invalid CSRF token" });
}

/** The literal text of C:160, for every admin-only call. */
export function adminOnly(): AppError {
  return new AppError({ status: 403, code: "access.admin", message: "Admin access required" });
}

export function staffOnly(): AppError {
  return new AppError({ status: 403, code: "access.denied", message: "Staff access required" });
}

export function bureauOnly(): AppError {
  return new AppError({ status: 403, code: "access.denied", message: "Bureau access required" });
}

export function keyRefused(): AppError {
  return new AppError({ status: 403, code: "access.key", message: "Not available to API keys" });
}

/** 401: whoever shows it again gets no further. Said with `WWW-Authenticate: Bearer`. */
export function unknownToken(): AppError {
  return new AppError({ status: 401, code: "access.token", message: "This token is not valid" });
}

export function tokenRefused(): AppError {
  return new AppError({ status: 403, code: "access.token", message: "This token may not do that" });
}

export function forbidden(message: string): AppError {
  return new AppError({ status: 403, code: "access.denied", message });
}

/** 403 for everything but the own profile, until a role that demands a strong factor has one (security.md 4.9). */
export function twoFactorMissing(): AppError {
  return new AppError({
    status: 403,
    code: "access.factor",
    message: "Your role needs a passkey or an authenticator app. Add one in your profile first.",
  });
}

/** 403 until the person has proven anew who he is (D-185); the web asks, and repeats the call. */
export function stepUpRequired(): AppError {
  return new AppError({
    status: 403,
    code: "step_up_required",
    message: "Please confirm that it is you",
  });
}

const recordNames = {
  case: "Case not found",
  applicant: "Applicant not found",
  document: "Document not found",
  dossier: "Dossier not found",
  comment: "Comment not found",
  invoice: "Invoice not found",
  agreement: "Service agreement not found",
  sample: "Sample document not found",
  file: "File not found",
  user: "User not found",
  invitation: "Invitation not found",
  session: "Session not found",
  device: "Device not found",
  passkey: "Passkey not found",
  log: "Log entry not found",
} as const;

/** 404, the same whether the record is missing or hidden from this actor (D-106). */
export function notFound(record: keyof typeof recordNames): AppError {
  return new AppError({ status: 404, code: "record.missing", message: recordNames[record] });
}

export function notFoundWith(message: string): AppError {
  return new AppError({ status: 404, code: "record.missing", message });
}

export function unknownRoute(): AppError {
  return new AppError({ status: 404, code: "route.unknown", message: "Not found" });
}

/** 409: the name is somebody else's already. */
export function taken(message: string, field?: string): AppError {
  return new AppError({
    status: 409,
    code: "record.taken",
    message,
    fields: field ? { [field]: message } : undefined,
  });
}

/** 409: right in form, wrong at this moment. */
export function wrongState(message: string): AppError {
  return new AppError({ status: 409, code: "record.state", message });
}

/** 409: somebody saved other values for the same fields meanwhile (reliability 18). */
export function editConflict(current: Record<string, unknown>): AppError {
  return new AppError({
    status: 409,
    code: "edit.conflict",
    message:
      "Somebody else has changed this meanwhile. Please check the new values and save again.",
    current,
  });
}

export function payloadTooLarge(message: string): AppError {
  return new AppError({ status: 413, code: "request.tooLarge", message });
}

export function unsupportedMedia(message: string): AppError {
  return new AppError({ status: 415, code: "request.unsupported", message });
}

/** 400: the content is not what this upload takes. */
export function fileRefused(message: string): AppError {
  return new AppError({ status: 400, code: "file.refused", message });
}

/** 422, the text of security.md 5.2; the same for every virus. */
export function fileInfected(): AppError {
  return new AppError({
    status: 422,
    code: "file.refused",
    message: "This file was rejected by the virus scanner",
  });
}

/** Says when, after the text that is given. */
export function tooManyRequests(message: string, retryAfterSeconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const sentences = `${message.replace(/\.$/, "")}. Try again in ${durationText(seconds)}.`;
  return tooSoon(sentences, seconds);
}

/** For a text that names the seconds itself (D-091). */
export function tooSoon(message: string, retryAfter: number): AppError {
  return new AppError({ status: 429, code: "request.tooMany", message, retryAfter });
}

/** Rounded up: who comes back then is not too early. */
function durationText(seconds: number): string {
  if (seconds < 60) return counted(seconds, "second");
  if (seconds <= 90 * 60) return counted(Math.ceil(seconds / 60), "minute");
  return counted(Math.ceil(seconds / 3600), "hour");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** 500: stored bytes do not match what was stored. Never shown, always logged. */
export function fileDamaged(): AppError {
  return new AppError({
    status: 500,
    code: "file.damaged",
    message: "This file is damaged and cannot be opened. Please contact your administrator.",
  });
}

export function unavailable(
  message = "The service is busy. Please try again in a moment.",
  retryAfterSeconds = 5,
): AppError {
  return new AppError({
    status: 503,
    code: "service.unavailable",
    message,
    retryAfter: retryAfterSeconds,
  });
}

/** 502: what the portal works with has refused; the sentence says what it said. */
export function refusedOutside(message: string): AppError {
  return new AppError({ status: 502, code: "service.refused", message });
}

export function storageFull(): AppError {
  return new AppError({
    status: 507,
    code: "storage.full",
    message: "There is no space left for files. Please contact your administrator.",
  });
}

/** 507 for everything that is no file: the disk of the database is full. */
export function noRoomForChange(): AppError {
  return new AppError({
    status: 507,
    code: "storage.full",
    message: "There is no space left to save anything. Please contact your administrator.",
  });
}
