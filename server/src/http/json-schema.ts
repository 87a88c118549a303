import * as z from "zod/mini";

export type Json = Record<string, unknown>;

/** As OpenAPI 3.1 takes it: without the name of the dialect. */
export function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}
