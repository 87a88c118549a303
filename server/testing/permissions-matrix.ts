import permissions from "./permissions.json" with { type: "json" };

/** Who calls, as in the columns of docs/specification/permissions.md. */
export const callers = [
  "anonymous",
  "clientAssigned",
  "clientNotAssigned",
  "agentAssigned",
  "agentNotAssigned",
  "accountant",
  "admin",
  "automationKey",
] as const;

export type Caller = (typeof callers)[number];

export interface Expectation {
  status: number;
  /** The list holds only what this caller may see (mark `f`). */
  isFiltered: boolean;
  /** The answer holds only for files this caller may see; a hidden one is 404 (mark `v`). */
  isForVisibleFilesOnly: boolean;
}

export interface PermissionRow {
  /** The row of section 3.2; calls that share a rule share the line. 96 = not in the table, see `note`. */
  line: number;
  method: string;
  path: string;
  expected: Record<Caller, Expectation>;
  note: string;
}

/** Reads a cell such as `200`, `200f`, `200v` or `201ˢ` (ˢ = allowed for a key, says no more than the number). */
function readCell(cell: string): Expectation {
  const match = /^(\d{3})([fvˢ]?)$/.exec(cell);
  if (match === null) throw new Error(`permissions.json: "${cell}" is no expectation`);
  return {
    status: Number(match[1]),
    isFiltered: match[2] === "f",
    isForVisibleFilesOnly: match[2] === "v",
  };
}

export const permissionRows: readonly PermissionRow[] = permissions.map((row) => ({
  ...row,
  expected: Object.fromEntries(
    callers.map((caller) => [caller, readCell(row.expected[caller])]),
  ) as Record<Caller, Expectation>,
}));

/** Two paths are the same call when only the names of their parameters differ. */
function callKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/:[^/]+/g, ":")}`;
}

const rowsByCall = new Map(permissionRows.map((row) => [callKey(row.method, row.path), row]));

/** The rule for one call; throws when the specification has none, so that no endpoint slips past. */
export function permissionsOf(method: string, path: string): PermissionRow {
  // The two ways to name a case share a rule (D-043).
  const byNumber = path.replace("/api/cases/by-case-id/:caseId", "/api/cases/:id");
  const row = rowsByCall.get(callKey(method, path)) ?? rowsByCall.get(callKey(method, byNumber));
  if (row === undefined) throw new Error(`permissions.json has no row for ${method} ${path}`);
  return row;
}
