import { caseStatuses, caseStatusTexts, type CaseStatus } from "contract/case-status";
import type { ListedCase } from "contract/cases";
import { fullNameOf } from "#web/format/person.ts";
import { messages } from "#web/messages/messages.ts";

export const sortKeys = ["updatedAt", "status"] as const;
export type SortKey = (typeof sortKeys)[number];
export const sortOrders = ["desc", "asc"] as const;
export type SortOrder = (typeof sortOrders)[number];
export const groupings = ["none", "status", "applicants", "agents"] as const;
export type Grouping = (typeof groupings)[number];

export type CaseGroup = {
  readonly key: string;
  readonly label: string;
  readonly status: CaseStatus | null;
  readonly cases: readonly ListedCase[];
};

const position = new Map(caseStatuses.map((status, index) => [status, index]));

/** By status in pipeline order, or by the last change; equals stand with the latest change first (C:104). */
export function sortCases(
  cases: readonly ListedCase[],
  sort: { by: SortKey; order: SortOrder },
): ListedCase[] {
  const direction = sort.order === "asc" ? 1 : -1;
  return cases.toSorted((a, b) => {
    const primary =
      sort.by === "status" ? positionOf(a) - positionOf(b) : compareTexts(a.updatedAt, b.updatedAt);
    return primary * direction || compareTexts(b.updatedAt, a.updatedAt) || b.id - a.id;
  });
}

/** Groups keep the order of the cases given; empty groups are not shown (C:37, D-054, D-055). */
export function groupCases(cases: readonly ListedCase[], grouping: Grouping): CaseGroup[] {
  if (grouping === "none") return [{ key: "all", label: "", status: null, cases }];
  const groups = new Map<string, ListedCase[]>();
  for (const caseFile of cases) {
    const key = groupKeyOf(caseFile, grouping);
    const group = groups.get(key);
    if (group) group.push(caseFile);
    else groups.set(key, [caseFile]);
  }
  return [...groups]
    .map(([key, members]) => ({
      key,
      label: labelOf(members[0] as ListedCase, grouping),
      status: grouping === "status" ? (key as CaseStatus) : null,
      cases: members,
    }))
    .toSorted((a, b) => rankOf(a, grouping) - rankOf(b, grouping) || compareNames(a, b, grouping));
}

function groupKeyOf(caseFile: ListedCase, grouping: Grouping): string {
  if (grouping === "status") return caseFile.status;
  if (grouping === "applicants") return String(applicantRank(caseFile.numberOfApplicants));
  const [only, ...others] = caseFile.assignedUsers;
  if (only === undefined) return "unassigned";
  return others.length === 0 ? `user ${only.id}` : `several ${caseFile.assignedUsers.length}`;
}

function labelOf(caseFile: ListedCase, grouping: Grouping): string {
  const texts = messages.cases;
  if (grouping === "status") return caseStatusTexts[caseFile.status].label;
  if (grouping === "applicants") {
    const { one, few, several, many } = texts.applicantGroups;
    return [one, few, several, many][applicantRank(caseFile.numberOfApplicants)] ?? many;
  }
  const [only, ...others] = caseFile.assignedUsers;
  if (only === undefined) return texts.unassigned;
  return others.length === 0
    ? fullNameOf(only) || only.email
    : texts.agents(caseFile.assignedUsers.length);
}

function applicantRank(count: number): number {
  if (count <= 1) return 0;
  if (count <= 3) return 1;
  return count <= 5 ? 2 : 3;
}

/** Status groups stand as sorted; single agents first, then several, then nobody. */
function rankOf(group: CaseGroup, grouping: Grouping): number {
  if (grouping === "applicants") return Number(group.key);
  if (grouping !== "agents") return 0;
  if (group.key === "unassigned") return 1000;
  return group.key.startsWith("several") ? (group.cases[0]?.assignedUsers.length ?? 0) : 0;
}

function compareNames(a: CaseGroup, b: CaseGroup, grouping: Grouping): number {
  return grouping === "agents" ? a.label.localeCompare(b.label, "en") : 0;
}

/** The pipeline order for status groups, whatever the sorting inside them. */
export function orderStatusGroups(groups: readonly CaseGroup[], order: SortOrder): CaseGroup[] {
  const direction = order === "asc" ? 1 : -1;
  return groups.toSorted(
    (a, b) =>
      direction *
      ((a.status ? (position.get(a.status) ?? 0) : 0) -
        (b.status ? (position.get(b.status) ?? 0) : 0)),
  );
}

function positionOf(caseFile: ListedCase): number {
  return position.get(caseFile.status) ?? 0;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
