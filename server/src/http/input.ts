/** Turns what a client sent into what a handler may rely on. */
import * as z from "zod/mini";
import { badRequest } from "#server/core/errors.ts";

/** Throws 400 with every bad field; the first text is the message (D-129). Unknown keys never get through (asvs 44). */
export function parseInput(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value ?? emptyInput(schema));
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.length > 0 ? issue.path.map(String).join(".") : "body";
    fields[field] ??= issue.message;
  }
  throw badRequest(Object.values(fields)[0] ?? "Invalid input", fields);
}

/** A missing body is an empty one where fields are expected, so that each names what it misses. */
function emptyInput(schema: z.ZodMiniType): unknown {
  return schema._zod.def.type === "object" ? {} : undefined;
}
