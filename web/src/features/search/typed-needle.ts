import type { SearchKind } from "contract/search";

const prefixes: Readonly<Record<string, SearchKind>> = {
  c: "case",
  p: "person",
  d: "document",
  i: "invoice",
  m: "message",
  u: "user",
};

/** 'p: sarr' asks for people alone. */
export function typedNeedle(typed: string): { needle: string; kind: SearchKind | null } {
  const [, letter = "", rest = ""] = /^\s*([a-z]):(.*)$/isu.exec(typed) ?? [];
  const kind = prefixes[letter.toLowerCase()];
  return kind ? { needle: rest.trim(), kind } : { needle: typed.trim(), kind: null };
}
