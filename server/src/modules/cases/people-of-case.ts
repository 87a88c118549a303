/** Who belongs to a case, and who sees it: conditions on `users`, for statements that look for many people at once. */
import { or, sql, type SQL } from "drizzle-orm";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { cases } from "#server/database/tables/cases.ts";
import { users } from "#server/database/tables/users.ts";
import type { PeopleGroup } from "#server/events/telling.ts";

/** Flag or role: either makes an admin (D-047). */
export const isAdmin = sql`(${users.isAdmin} or ${users.role} = 'admin')`;

export function isOfRole(role: "agent" | "client" | "accountant"): SQL {
  return sql`(${users.role} = ${role} and not ${users.isAdmin})`;
}

export function isAssignedTo(caseId: number): SQL {
  return sql`${users.id} in (
    select ${caseAssignments.userId} from ${caseAssignments}
    where ${caseAssignments.caseId} = ${caseId} and ${caseAssignments.userId} is not null)`;
}

/** The same as `visibleCases`, asked of everybody at once. */
export function seesCase(caseId: number): SQL {
  return sql`(${isAdmin} or ${isAssignedTo(caseId)})`;
}

export function isAmong(groups: readonly PeopleGroup[], caseId: number): SQL {
  return or(...groups.map((group) => isIn[group](caseId))) ?? sql`false`;
}

const isIn: Record<PeopleGroup, (caseId: number) => SQL> = {
  assigned: isAssignedTo,
  clients: (caseId) => sql`(${isOfRole("client")} and ${isAssignedTo(caseId)})`,
  agents: (caseId) => sql`(${isOfRole("agent")} and ${isAssignedTo(caseId)})`,
  advisers: (caseId) => sql`(${isIn.agents(caseId)} or (${isIn.bureau(caseId)} and not exists (
    select from ${caseAssignments} join users agent on agent.id = ${caseAssignments.userId}
    where ${caseAssignments.caseId} = ${caseId} and agent.role = 'agent' and not agent.is_admin
      and agent.disabled_at is null)))`,
  assignedAdmins: (caseId) => sql`(${isAdmin} and ${isAssignedTo(caseId)})`,
  bureau: (caseId) =>
    sql`((${isOfRole("agent")} and ${isAssignedTo(caseId)}) or ${isIn.bureauAdmins(caseId)})`,
  bureauAdmins: (caseId) => sql`(${isAdmin} and (
    ${isAssignedTo(caseId)} or ${users.id} = ${openerOf(caseId)} or ${openerOf(caseId)} is null))`,
  admins: () => isAdmin,
  accountants: () => isOfRole("accountant"),
};

/** The admin who opened the case. Where he is no longer there every admin stands in for him. */
function openerOf(caseId: number): SQL {
  return sql`(
    select opener.id from ${cases} join users opener on opener.id = ${cases.createdBy}
    where ${cases.id} = ${caseId} and opener.disabled_at is null
      and (opener.is_admin or opener.role = 'admin'))`;
}
