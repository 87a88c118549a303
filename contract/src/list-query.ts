/** How the query of a list is written: lists joined by commas, flags `true` or absent, everything else by name. */
import * as z from "zod/mini";
import { MAX_ID, tooLong } from "./fields.ts";

const MOST_SKIPPED = 1_000_000;
const MAX_NEEDLE = 200;
/** Longer than any cursor and any key of a group. */
const MAX_CURSOR = 200;

/** What was typed into a search; outer blanks do not count. */
export const Needle = z.string("Invalid search").check(
  z.trim(),
  z.refine((text) => text.length <= MAX_NEEDLE, tooLong(MAX_NEEDLE)),
);

export const Cursor = z
  .string("Invalid cursor")
  .check(z.minLength(1, "Invalid cursor"), z.maxLength(MAX_CURSOR, "Invalid cursor"));

export const GroupKey = z.string("Invalid group").check(z.maxLength(MAX_CURSOR, "Invalid group"));

export const Flag = (message: string) =>
  z.pipe(
    z.literal("true", message),
    z.transform(() => true as const),
  );

/** A whole number from `from` to `to`. */
export function countBetween(from: number, to: number, message: string) {
  return z.pipe(
    z.string(message).check(z.regex(/^\d{1,10}$/, message)),
    z.pipe(z.transform(Number), z.int().check(z.gte(from, message), z.lte(to, message))),
  );
}

/** Where a page of a list begins, and how many rows it has at most. */
export const pageWindow = ({ most, usual = most }: { most: number; usual?: number }) => ({
  from: z.optional(GroupKey),
  after: z.optional(Cursor),
  skip: z._default(countBetween(0, MOST_SKIPPED, "Invalid skip"), 0),
  limit: z._default(countBetween(1, most, "Invalid limit"), usual),
});

/** Some of these words, joined by commas. */
export function anyOf<const Words extends readonly string[]>(words: Words, message: string) {
  return z.pipe(
    z.pipe(
      z.string(message).check(z.minLength(1, message), z.maxLength(1000, message)),
      z.transform((text: string) => [...new Set(text.split(","))]),
    ),
    z.array(z.enum(words, message)),
  );
}

/** Numbers of records, at most a hundred unless said otherwise, each once. */
export function someIds(tooMany: string, most = 100) {
  return z.pipe(
    z.pipe(
      z.string("Invalid ids").check(z.maxLength(11 * most, tooMany)),
      z.transform((text: string) => [...new Set(text.split(","))]),
    ),
    z
      .array(
        z.pipe(
          z.string().check(z.regex(/^[1-9]\d{0,9}$/, "Invalid ids")),
          z.pipe(z.transform(Number), z.int().check(z.lte(MAX_ID, "Invalid ids"))),
        ),
      )
      .check(z.maxLength(most, tooMany)),
  );
}

/** A group of a list, as its head shows it. */
export const GroupCount = z.object({ key: z.string(), label: z.string(), count: z.number() });
export type GroupCount = z.infer<typeof GroupCount>;

/** A list's parameters and no others: a filter that does nothing would be taken for one that does. */
export function listQuery<Shape extends Record<string, z.ZodMiniType>>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys }) =>
      code === "unrecognized_keys" && Array.isArray(keys)
        ? `Unknown filter: ${keys.join(", ")}`
        : undefined,
  });
}
