/** One search over everything that somebody may see. */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Timestamp } from "./fields.ts";
import { fold } from "./fold.ts";
import type { Scope } from "./scopes.ts";

/** In the order in which they are shown. */
export const searchKinds = ["case", "person", "document", "invoice", "message", "user"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Beside `cases:read`, which the search itself asks for: what a personal token finds. */
export const searchScopes: Record<SearchKind, Scope> = {
  case: "cases:read",
  person: "people:read",
  document: "documents:read",
  invoice: "invoices:read",
  message: "messages:read",
  user: "users:read",
};

export const MAX_NEEDLE = 200;
/** How many of a kind are shown at first; `MOST_HITS` once more are asked for. */
export const hitsShown: Record<SearchKind, number> = {
  case: 8,
  person: 5,
  document: 5,
  invoice: 5,
  message: 5,
  user: 5,
};
export const MOST_HITS = 30;

const NOTHING_TYPED = "Type something to search for";

export const SearchHit = z.object({
  id: z.number(),
  title: z.string(),
  detail: z.string(),
  at: Timestamp,
  /** The code of its case. */
  caseId: z.nullable(z.string()),
  caseTitle: z.nullable(z.string()),
  /** Where it is shown. */
  link: z.string(),
  /** What was found, as [from, to) in the title. */
  marks: z.array(z.tuple([z.number(), z.number()])),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const FoundKind = z.object({
  kind: z.enum(searchKinds),
  hits: z.array(SearchHit),
  more: z.boolean(),
  /** It took too long to look here: more letters find fewer, and faster. */
  late: z.boolean(),
});
export type FoundKind = z.infer<typeof FoundKind>;

export const SearchAnswer = z.object({
  kinds: z.array(FoundKind),
  /** How many records are not in the search yet, and how many are, while it is being prepared; else 0. */
  preparing: z.number(),
  prepared: z.number(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;

const Limit = z.pipe(
  z.string().check(z.regex(/^\d{1,2}$/, "Invalid limit")),
  z.pipe(
    z.transform(Number),
    z.int().check(z.gte(1, "Invalid limit"), z.lte(MOST_HITS, "Invalid limit")),
  ),
);

export const SearchQuery = z.object({
  q: z.string(NOTHING_TYPED).check(
    z.maxLength(MAX_NEEDLE, {
      message: `Must be at most ${MAX_NEEDLE} characters`,
      abort: true,
    }),
    z.refine((text) => fold(text) !== "", NOTHING_TYPED),
  ),
  kind: z.optional(z.enum(searchKinds, "Invalid kind")),
  limit: z.optional(Limit),
});

export const searchApi = {
  find: endpoint({
    method: "GET",
    path: "/api/search",
    access: "signedIn",
    scope: "cases:read",
    budget: "search",
    summary: "What the words of q begin words of, of every kind that this user may see",
    query: SearchQuery,
    response: SearchAnswer,
  }),
};
