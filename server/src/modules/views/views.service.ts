/** Saved lists. They hold parameters, never rows: whoever opens one reads with his own rights. */
import { and, asc, count, eq, max, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import { nationalities } from "contract/nationalities";
import { unreadParameters, type ViewQuery, type ViewScreen } from "contract/view-queries";
import {
  type CreateViewInput,
  MAX_VIEWS,
  type UpdateViewInput,
  type View,
  viewsApi,
} from "contract/views";
import type { SignedInActor } from "#server/core/actor.ts";
import { badField, editConflict, notFoundWith, taken, wrongState } from "#server/core/errors.ts";
import { withVersion } from "#server/core/revision.ts";
import { runtime } from "#server/core/runtime.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { violatedUniqueKey } from "#server/database/errors.ts";
import { type ViewRow, views } from "#server/database/tables/views.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announce } from "#server/events/announce.ts";
import { recordSecurityEvent } from "#server/events/security-log.ts";
import { assertHasViews, assertMayShare, visibleViews } from "./views.policy.ts";

type NewView = z.output<typeof CreateViewInput>;
type Changes = z.output<typeof UpdateViewInput>;
type Edit = { id: number; changes: Changes; basedOn: number | null };

/** One's own first, in the order they were given. */
export async function list(actor: SignedInActor, screen: ViewScreen): Promise<View[]> {
  assertHasViews(actor);
  const rows = await runtime.database
    .select()
    .from(views)
    .where(and(eq(views.screen, screen), visibleViews(actor)))
    .orderBy(
      sql`${views.ownerId} is distinct from ${actor.id}`,
      asc(views.position),
      asc(views.id),
    );
  const known = await existingAdvisers(runtime.database, rows);
  return rows.map((row) => answerOf(actor, row, known));
}

export async function create(actor: SignedInActor, input: NewView): Promise<View> {
  assertHasViews(actor);
  if (input.shared) assertMayShare(actor);
  assertReadable(input.screen, input.query);
  return writing(actor, async (tx) => {
    await assertRoom(tx, eq(views.ownerId, actor.id));
    if (input.shared) await assertRoomForShared(tx, input.screen);
    const [last] = await tx
      .select({ position: max(views.position) })
      .from(views)
      .where(and(eq(views.ownerId, actor.id), eq(views.screen, input.screen)));
    const position = (last?.position ?? -1) + 1;
    const [row] = await tx
      .insert(views)
      .values({ ...input, ownerId: actor.id, position })
      .returning();
    return row;
  });
}

export async function update(actor: SignedInActor, edit: Edit): Promise<View> {
  assertHasViews(actor);
  const { id, changes, basedOn } = edit;
  return writing(actor, async (tx) => {
    const before = await lock(tx, actor, id);
    if (before.shared || changes.shared) assertMayShare(actor);
    if (basedOn !== null && basedOn < before.revision)
      throw editConflict({ name: before.name, query: before.query, shared: before.shared });
    if (changes.query) assertReadable(before.screen, changes.query);
    if (changes.shared && !before.shared) await assertRoomForShared(tx, before.screen);
    // Shared no more, it has to be somebody's.
    const ownerId = before.ownerId ?? (changes.shared === false ? actor.id : null);
    const [row] = await tx
      .update(views)
      .set({ ...changes, ownerId })
      .where(eq(views.id, id))
      .returning();
    if (before.shared && row && !row.shared)
      await recordView(tx, actor, { row, kind: "view.removed" });
    return row;
  });
}

export async function remove(actor: SignedInActor, id: number): Promise<void> {
  assertHasViews(actor);
  await inTransaction(async (tx) => {
    const row = await lock(tx, actor, id);
    if (row.shared) assertMayShare(actor);
    await tx.delete(views).where(eq(views.id, id));
    if (row.shared) await recordView(tx, actor, { row, kind: "view.removed" });
    await announceView(tx, actor, row.shared);
  });
}

/** One view at a time: so nobody's fifty become more, and no name is given twice. */
async function writing(
  actor: SignedInActor,
  work: (tx: Transaction) => Promise<ViewRow | undefined>,
): Promise<View> {
  try {
    return await inTransaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('views', 0))`);
      const row = await work(tx);
      if (!row) throw new Error("The written view was not returned");
      if (row.shared) await recordView(tx, actor, { row, kind: "view.shared" });
      // What has just become one's own again was on everybody's list.
      await announceView(tx, actor, row.shared || row.revision > 1);
      return answerOf(actor, row, await existingAdvisers(tx, [row]));
    });
  } catch (error) {
    if (violatedUniqueKey(error) === "views_owner_id_screen_name_key")
      throw taken("You have a view of this name", "name");
    throw error;
  }
}

async function lock(tx: Transaction, actor: SignedInActor, id: number): Promise<ViewRow> {
  const [row] = await tx
    .select()
    .from(views)
    .where(and(eq(views.id, id), visibleViews(actor)))
    .for("update");
  if (!row) throw notFoundWith("View not found");
  return row;
}

function assertReadable(screen: ViewScreen, query: ViewQuery): void {
  const [name] = unreadParameters(screen, query);
  if (name !== undefined) throw badField("query", `Invalid filter: ${name}`);
}

function assertRoomForShared(tx: Transaction, screen: ViewScreen): Promise<void> {
  return assertRoom(tx, and(eq(views.shared, true), eq(views.screen, screen)));
}

async function assertRoom(tx: Transaction, scope: ReturnType<typeof and>): Promise<void> {
  const [found] = await tx.select({ count: count() }).from(views).where(scope);
  if ((found?.count ?? 0) >= MAX_VIEWS) throw wrongState(`At most ${MAX_VIEWS} views`);
}

type Recording = { row: ViewRow; kind: "view.shared" | "view.removed" };

async function recordView(tx: Transaction, actor: SignedInActor, { row, kind }: Recording) {
  const { id, screen } = row;
  await recordSecurityEvent(tx, { kind, userId: actor.id, metadata: { viewId: id, screen } });
}

async function announceView(tx: Transaction, actor: SignedInActor, isSeenByAll: boolean) {
  const audience = isSeenByAll ? "everyone" : { userId: actor.id };
  await announce(tx, { audience, keys: [`${viewsApi.list.path}*`] });
}

/** Those whom the views filter by and who still exist, as they stand in a query. */
async function existingAdvisers(
  executor: Executor,
  rows: readonly ViewRow[],
): Promise<ReadonlySet<string>> {
  const wanted = rows.flatMap(({ query }) => adviserOf(query) ?? []);
  if (wanted.length === 0) return new Set();
  const { rows: found } = await executor.execute<{ adviser: string }>(sql`
    select id::text as adviser from users where id::text = any(${sql.param(wanted)}::text[])
    union all
    select 'invitation-' || id from user_invitations
    where 'invitation-' || id = any(${sql.param(wanted)}::text[])`);
  return new Set(found.map(({ adviser }) => adviser));
}

function adviserOf({ adviser }: ViewQuery): string | null {
  return adviser === undefined || adviser === "me" ? null : String(adviser);
}

/** What the lists no longer understand, and whoever is gone, is left out and named. */
function answerOf(actor: SignedInActor, row: ViewRow, known: ReadonlySet<string>): View {
  const { id, screen, name, shared, position, version } = withVersion(row);
  const adviser = adviserOf(row.query);
  const { nationality } = row.query;
  const gone = new Set(unreadParameters(screen, row.query));
  if (adviser !== null && !known.has(adviser)) gone.add("adviser");
  if (nationality !== undefined && !isNationality(nationality)) gone.add("nationality");
  const query = Object.fromEntries(
    Object.entries(row.query).filter(([parameter]) => !gone.has(parameter)),
  );
  return {
    id,
    screen,
    name,
    query,
    gone: [...gone],
    shared,
    own: row.ownerId === actor.id,
    position,
    version,
  };
}

function isNationality(value: string | number): boolean {
  return (nationalities as readonly unknown[]).includes(value);
}
