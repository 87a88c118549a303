/**
 * Where a list goes on: the values that its last row was ordered by. Opaque, and without any right: what may be seen is
 * asked anew with each page.
 */
import * as z from "zod/mini";
import { badRequest } from "#server/core/errors.ts";

export type CursorValues = readonly (string | number | null)[];

export function writeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** Throws 400 for what is no cursor of this list. */
export function readCursor<Schema extends z.ZodMiniType<CursorValues>>(
  cursor: string,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(parse(cursor));
  if (!result.success) throw invalidCursor();
  return result.data;
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

export function invalidCursor() {
  return badRequest("Invalid cursor", { after: "Invalid cursor" });
}
