/** Reads cases with the people on them: a few statements for any number of cases (S-25). */
import { and, asc, desc, eq, getTableColumns, sql, type SQL } from "drizzle-orm";
import type { AssignedUser } from "contract/case-parts";
import type { CaseFile, ListedCase } from "contract/cases";
import type { Actor, SignedInActor } from "#server/core/actor.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor } from "#server/database/connection.ts";
import { prepared, UNNAMED } from "#server/database/prepared.ts";
import { GATHER_MS, RequestCoalescer } from "#server/database/request-coalescer.ts";
import { caseAssignments } from "#server/database/tables/case-assignments.ts";
import { caseReadiness } from "#server/database/tables/case-readiness.ts";
import { cases } from "#server/database/tables/cases.ts";
import { unreadCounts } from "#server/database/tables/unread-counts.ts";
import { userInvitations } from "#server/database/tables/user-invitations.ts";
import { users } from "#server/database/tables/users.ts";
import { nameOf, preparedForActor, visibleCases } from "./cases.policy.ts";
import { readinessColumns, readinessFor } from "./listed-readiness.ts";

const lists = new RequestCoalescer<ListedCase[]>(GATHER_MS);
const bureauLists = new RequestCoalescer<ReadyCase[]>(0);

/** Last changed first; the number decides between cases changed in the same moment. */
export function selectVisibleCases(actor: SignedInActor): Promise<ListedCase[]> {
  return lists.ask(String(actor.id), () => readVisibleCases(actor));
}

async function readVisibleCases(actor: SignedInActor): Promise<ListedCase[]> {
  const scope = visibleCases(actor);
  const [files, unread] = await Promise.all([
    scope === undefined ? bureauLists.ask("all", selectEveryCaseFile) : selectCaseFiles(scope),
    readUnreadCounts(eq(unreadCounts.userId, actor.id)),
  ]);
  return files.map((file) => listedFor(actor, file, unread));
}

/** These cases, in their order, as far as he still sees them. */
export async function selectNamedCases(
  actor: SignedInActor,
  ids: readonly number[],
): Promise<ListedCase[]> {
  const named = sql.param([...ids]);
  const [files, unread] = await Promise.all([
    selectCaseFiles(and(sql`${cases.id} = any(${named}::integer[])`, visibleCases(actor))),
    readUnreadCounts(
      and(
        eq(unreadCounts.userId, actor.id),
        sql`${unreadCounts.caseId} = any(${named}::integer[])`,
      ),
    ),
  ]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return ids.flatMap((id) => {
    const file = byId.get(id);
    return file ? [listedFor(actor, file, unread)] : [];
  });
}

type ReadyCase = Omit<ListedCase, "unreadCount">;

function listedFor(
  actor: SignedInActor,
  file: ReadyCase,
  unread: ReadonlyMap<number, number>,
): ListedCase {
  return {
    ...file,
    unreadCount: unread.get(file.id) ?? 0,
    readiness: file.readiness && readinessFor(actor, file.readiness),
  };
}

async function selectCaseFiles(scope: SQL | undefined): Promise<ReadyCase[]> {
  const [rows, assigned] = await Promise.all([
    selectReadyCases(runtime.database, scope),
    selectAssigned(runtime.database, scope),
  ]);
  return withPeople(rows, assigned);
}

const everyCase = prepared((database) =>
  selectReadyCases(database, undefined).prepare("every_case"),
);
const everyAssignment = prepared((database) =>
  selectAssigned(database, undefined).prepare("every_assignment"),
);

/** What every open screen of the bureau asks for after each change. */
async function selectEveryCaseFile(): Promise<ReadyCase[]> {
  const [rows, assigned] = await Promise.all([everyCase().execute(), everyAssignment().execute()]);
  return withPeople(rows, assigned);
}

function withPeople<Row extends { id: number }>(rows: Row[], assigned: Assigned[]) {
  const people = peopleByCase(assigned);
  return rows.map((row) => ({ ...row, assignedUsers: people.get(row.id) ?? [] }));
}

/** Undefined when there is none in this scope. */
export async function selectCase(
  executor: Executor,
  scope: SQL | undefined,
): Promise<CaseFile | undefined> {
  const [[row], assigned] = await Promise.all([
    selectCases(executor, scope),
    selectAssigned(executor, scope),
  ]);
  return row && { ...row, assignedUsers: peopleByCase(assigned).get(row.id) ?? [] };
}

const detail = preparedForActor((executor, scope) => {
  const isNamed = and(eq(cases.id, sql.placeholder("caseId")), scope);
  const caseFile = selectCases(executor, isNamed).prepare(UNNAMED);
  const assigned = selectAssigned(executor, isNamed).prepare(UNNAMED);
  return { caseFile, assigned };
});

/** What this actor sees of one case. */
export async function selectSeenCase(
  executor: Executor,
  actor: Actor,
  caseId: number,
): Promise<CaseFile | undefined> {
  const named = { caseId, ...nameOf(actor) };
  const statements = detail(executor, actor);
  const [[row], assigned] = await Promise.all([
    statements.caseFile.execute(named),
    statements.assigned.execute(named),
  ]);
  return row && { ...row, assignedUsers: peopleByCase(assigned).get(row.id) ?? [] };
}

/** In the order in which they came to the case, invited people included (D-120). */
export async function selectAssignedUsersOf(
  executor: Executor,
  caseId: number,
): Promise<AssignedUser[]> {
  const assigned = await selectAssigned(executor, eq(cases.id, caseId));
  return peopleByCase(assigned).get(caseId) ?? [];
}

const {
  search: _search,
  lastStatusUpdatedAt: _moment,
  revision: version,
  ...answeredColumns
} = getTableColumns(cases);

const fileColumns = {
  ...answeredColumns,
  version,
  createdByName: sql<string | null>`coalesce(
    nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''),
    ${users.email}
  )`,
};

function selectReadyCases(executor: Executor, scope: SQL | undefined) {
  return executor
    .select({ ...fileColumns, readiness: readinessColumns })
    .from(cases)
    .leftJoin(users, eq(users.id, cases.createdBy))
    .leftJoin(caseReadiness, eq(caseReadiness.caseId, cases.id))
    .where(scope)
    .orderBy(desc(cases.updatedAt), desc(cases.id));
}

function selectCases(executor: Executor, scope: SQL | undefined) {
  return executor
    .select(fileColumns)
    .from(cases)
    .leftJoin(users, eq(users.id, cases.createdBy))
    .where(scope)
    .orderBy(desc(cases.updatedAt), desc(cases.id));
}

type Assigned = Awaited<ReturnType<typeof selectAssigned>>[number];

function selectAssigned(executor: Executor, scope: SQL | undefined) {
  return executor
    .select({
      caseId: caseAssignments.caseId,
      userId: caseAssignments.userId,
      invitationId: caseAssignments.invitationId,
      firstName: sql<string>`coalesce(${users.firstName}, ${userInvitations.firstName}, '')`,
      lastName: sql<string>`coalesce(${users.lastName}, ${userInvitations.lastName}, '')`,
      email: sql<string>`coalesce(${users.email}, ${userInvitations.email})`,
    })
    .from(caseAssignments)
    .innerJoin(cases, eq(cases.id, caseAssignments.caseId))
    .leftJoin(users, eq(users.id, caseAssignments.userId))
    .leftJoin(userInvitations, eq(userInvitations.id, caseAssignments.invitationId))
    .where(scope)
    .orderBy(asc(caseAssignments.assignedAt), asc(caseAssignments.id));
}

function peopleByCase(rows: readonly Assigned[]): Map<number, AssignedUser[]> {
  const byCase = new Map<number, AssignedUser[]>();
  for (const row of rows) {
    const people = byCase.get(row.caseId) ?? [];
    byCase.set(row.caseId, people);
    people.push({
      id: row.userId ?? `invitation-${row.invitationId}`,
      firstName: row.firstName || null,
      lastName: row.lastName || null,
      email: row.email,
      pending: row.userId === null,
    });
  }
  return byCase;
}

/** A reader has none in cases that he does not see. */
async function readUnreadCounts(scope: SQL | undefined): Promise<Map<number, number>> {
  const rows = await runtime.database
    .select({ caseId: unreadCounts.caseId, unread: unreadCounts.unread })
    .from(unreadCounts)
    .where(scope);
  return new Map(rows.map((row) => [row.caseId, row.unread]));
}
