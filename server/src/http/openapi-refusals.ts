/** Every status a call may answer when it refuses, with the sentences that it says then. */
import type * as z from "zod/mini";
import type { EndpointShape } from "contract/endpoint";
import { uploadRules } from "contract/files";
import { TOO_MANY_REQUESTS } from "#server/auth/throttles.ts";
import {
  adminOnly,
  type AppError,
  bureauOnly,
  csrfRefused,
  editConflict,
  fileInfected,
  keyRefused,
  noRoomForChange,
  notFound,
  signedOut,
  staffOnly,
  stepUpRequired,
  tokenRefused,
  tooManyRequests,
  twoFactorMissing,
  unavailable,
  unknownKey,
  unknownRoute,
  unknownToken,
} from "#server/core/errors.ts";

export type Refusals = ReadonlyMap<number, readonly string[]>;

const doors = { admin: adminOnly, staff: staffOnly, bureau: bureauOnly } as const;
const UNREADABLE = "The request could not be read";
const NAME_OF_FILE = "{name}";

export function refusalsOf(endpoint: EndpointShape): Refusals {
  const found = new Map<number, Set<string>>();
  const say = (status: number, ...texts: readonly string[]) => {
    const known = found.get(status) ?? new Set();
    for (const text of texts) known.add(text);
    found.set(status, known);
  };
  const refuse = (...errors: readonly AppError[]) => {
    for (const { status, message } of errors) say(status, message);
  };
  const { method, access } = endpoint;
  const isWrite = method !== "GET";
  say(400, UNREADABLE, ...textsIn(endpoint.params, endpoint.query, endpoint.body));
  if (access === "automation") refuse(unknownKey(), unknownRoute());
  else if (access !== "public") {
    refuse(signedOut(), keyRefused());
    if (!endpoint.beforeFactor) refuse(twoFactorMissing());
    if (endpoint.amongStaff) refuse(staffOnly());
    if (access in doors) refuse(doors[access as keyof typeof doors]());
  }
  refuse(unknownToken(), tokenRefused());
  if (isWrite && access !== "automation" && !endpoint.fromBrowser) refuse(csrfRefused());
  if (endpoint.stepUp !== undefined) refuse(stepUpRequired());
  if (endpoint.subject) refuse(notFound(endpoint.subject));
  if (endpoint.params) say(404);
  if (isWrite) refuse(noRoomForChange());
  if (method === "PATCH" || method === "PUT") refuse(editConflict({}));
  if (method === "POST" && !endpoint.secret) {
    say(409, "The same request is being carried out already");
    say(422, "This Idempotency-Key was used for another request");
  }
  if (isWrite) say(409);
  if (endpoint.body) say(413, "The request is too large");
  if (endpoint.body ?? endpoint.files) say(415, "This content type is not supported");
  if (endpoint.files) {
    say(413, uploadRules[endpoint.files.rule].tooLarge.replace(NAME_OF_FILE, "The file"));
    refuse(fileInfected());
  }
  refuse(tooManyRequests(TOO_MANY_REQUESTS, 60), unavailable());
  say(500, "Something went wrong");
  for (const [status, texts] of Object.entries(endpoint.refusals ?? {}))
    say(Number(status), ...(texts ?? []));
  return new Map(
    [...found]
      .toSorted(([one], [other]) => one - other)
      .map(([status, texts]) => [status, [...texts]]),
  );
}

type Definition = {
  error?: (issue: object) => unknown;
  checks?: readonly { _zod: { def: Definition } }[];
  [part: string]: unknown;
};

/** The sentences that a schema says itself. */
function textsIn(...schemas: readonly (z.ZodMiniType | undefined)[]): string[] {
  const texts = new Set<string>();
  const seen = new Set<object>();
  const look = (part: unknown): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    if (Array.isArray(part)) return part.forEach(look);
    const definition = (part as { _zod?: { def?: Definition } })._zod?.def;
    if (definition === undefined) return;
    const said = definition.error?.({ code: "custom", input: undefined });
    if (typeof said === "string") texts.add(said);
    const { shape, ...others } = definition;
    for (const inner of Object.values(others)) look(inner);
    if (typeof shape === "object" && shape !== null) Object.values(shape).forEach(look);
  };
  schemas.forEach(look);
  return [...texts];
}
