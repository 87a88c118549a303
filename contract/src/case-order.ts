/**
 * In which order cases stand, and in which groups (C:37, C:104, D-051, D-054, D-055): the same in the statements of the
 * server and in the web, which puts a case that has moved where it belongs.
 */
import { caseStatuses, type CaseStatus, caseStatusTexts } from "./case-status.ts";
import { fold } from "./fold.ts";

export const caseSorts = ["updatedAt", "status"] as const;
export type CaseSort = (typeof caseSorts)[number];
export const sortOrders = ["desc", "asc"] as const;
export type SortOrder = (typeof sortOrders)[number];
export const caseGroupings = ["none", "status", "applicants", "agents"] as const;
export type CaseGrouping = (typeof caseGroupings)[number];

export type CaseOrder = {
  readonly groupBy: CaseGrouping;
  readonly sort: CaseSort;
  readonly order: SortOrder;
};

type OrderedPerson = {
  readonly id: number | string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
};

export type OrderedCase = {
  readonly id: number;
  readonly status: CaseStatus;
  readonly updatedAt: string;
  readonly numberOfApplicants: number;
  /** In the order of assignment; of many the first are enough. */
  readonly assignedUsers: readonly OrderedPerson[];
  readonly assignedCount: number;
};

/** By group, then by the sort, then the latest change first, then the highest number. */
export function compareCases(a: OrderedCase, b: OrderedCase, by: CaseOrder): number {
  const direction = by.order === "asc" ? 1 : -1;
  return (
    compareGroups(a, b, by) ||
    direction *
      (by.sort === "status"
        ? statusPosition(a.status) - statusPosition(b.status)
        : compareTexts(a.updatedAt, b.updatedAt)) ||
    compareTexts(b.updatedAt, a.updatedAt) ||
    b.id - a.id
  );
}

/** Applicants and agents stand the same way in both orders; statuses turn with the sort by status alone. */
function compareGroups(a: OrderedCase, b: OrderedCase, { groupBy, sort, order }: CaseOrder) {
  if (groupBy === "status") {
    const direction = sort === "status" && order === "desc" ? -1 : 1;
    return direction * (statusPosition(a.status) - statusPosition(b.status));
  }
  if (groupBy === "applicants")
    return applicantsGroup(a.numberOfApplicants) - applicantsGroup(b.numberOfApplicants);
  return groupBy === "agents" ? compareTexts(peopleSort(a), peopleSort(b)) : 0;
}

/** The key of the group that a case stands in; null without groups. */
export function caseGroupKey(caseFile: OrderedCase, groupBy: CaseGrouping): string | null {
  if (groupBy === "status") return caseFile.status;
  if (groupBy === "applicants") return String(applicantsGroup(caseFile.numberOfApplicants));
  return groupBy === "agents" ? peopleGroup(caseFile) : null;
}

/** From one to twelve, in pipeline order. */
export function statusPosition(status: CaseStatus): number {
  return caseStatuses.indexOf(status) + 1;
}

export const applicantGroupLabels = [
  "1 applicant",
  "2-3 applicants",
  "4-5 applicants",
  "6+ applicants",
] as const;
export const UNASSIGNED_LABEL = "Unassigned";

export function applicantsGroup(numberOfApplicants: number): 0 | 1 | 2 | 3 {
  if (numberOfApplicants <= 1) return 0;
  if (numberOfApplicants <= 3) return 1;
  return numberOfApplicants <= 5 ? 2 : 3;
}

export function statusLabel(status: CaseStatus): string {
  return caseStatusTexts[status].label;
}

export function agentsLabel(count: number): string {
  return `${count} agents`;
}

export function peopleGroup({ assignedUsers, assignedCount }: OrderedCase): string {
  const [only] = assignedUsers;
  if (only === undefined) return "unassigned";
  return assignedCount === 1 ? `user ${only.id}` : `several ${assignedCount}`;
}

/** How much of a name decides its place; the number behind it tells two people of one name apart. */
export const SORTED_NAME_LENGTH = 20;

/** Single people by name, invited ones behind those of the same name; then several by their number; then nobody. */
export function peopleSort({ assignedUsers, assignedCount }: OrderedCase): string {
  const [only] = assignedUsers;
  if (only === undefined) return "2";
  if (assignedCount > 1) return `1${String(assignedCount).padStart(3, "0")}`;
  const name = Array.from(nameKey(only)).slice(0, SORTED_NAME_LENGTH).join("");
  const [, invited, number = ""] = /^(invitation-)?(\d+)$/.exec(String(only.id)) ?? [];
  return `0${name} ${invited === undefined ? 0 : 1}${number.padStart(10, "0")}`;
}

/** What people are sorted by: the folded name, of somebody without one the address. */
export function nameKey({ firstName, lastName, email }: Omit<OrderedPerson, "id">): string {
  return fold(`${firstName ?? ""} ${lastName ?? ""}`) || fold(email);
}

/** By code points, as the database compares in its collation "C". */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const left = Array.from(a, codePoint);
  const right = Array.from(b, codePoint);
  for (const [index, code] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (code !== other) return code - other;
  }
  return -1;
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
