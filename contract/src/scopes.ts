/** What a personal token may do. Writing holds reading. */

export const scopes = [
  "cases:read",
  "cases:write",
  "people:read",
  "people:write",
  "documents:read",
  "documents:write",
  "messages:read",
  "messages:write",
  "invoices:read",
  "invoices:write",
  "users:read",
  "exports:read",
] as const;
export type Scope = (typeof scopes)[number];

/** As a person reads it. */
export const scopeLabels: Record<Scope, string> = {
  "cases:read": "Read cases",
  "cases:write": "Change cases",
  "people:read": "Read people",
  "people:write": "Change people",
  "documents:read": "Read documents",
  "documents:write": "Change documents",
  "messages:read": "Read messages",
  "messages:write": "Write messages",
  "invoices:read": "Read invoices",
  "invoices:write": "Change invoices",
  "users:read": "Read users",
  "exports:read": "Export lists and cases",
};

export function holdsScope(held: readonly Scope[], wanted: Scope): boolean {
  return held.includes(wanted) || held.some((scope) => scope === wanted.replace(":read", ":write"));
}
