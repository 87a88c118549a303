/** The text a case is found by (contract/src/fold.ts), written as soon as a trigger has taken away the one before. */
import { type SQL, sql } from "drizzle-orm";
import { fold, searchKey } from "contract/fold";
import type { Executor, Transaction } from "#server/database/connection.ts";

/** Of those of these cases that have none. */
export async function writeSearchKeys(tx: Executor, caseIds: readonly number[]): Promise<void> {
  const wanted = sql`case_id = any(${sql.param([...caseIds])}::integer[])`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select case_id as id from case_rows where ${wanted} and search_key is null order by case_id for update`);
  await writeKeysOf(tx, rows);
}

/** Of the next ones that have none; answers how many there were. */
export async function writeMissingKeys(tx: Transaction, most: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select case_id as id from case_rows where search_key is null
    order by case_id limit ${most} for update skip locked`);
  await writeKeysOf(tx, rows);
  return rows.length;
}

/** The rows are held: what is read now cannot be changed before the key is written, or the change waits to drop it. */
async function writeKeysOf(tx: Executor, held: readonly { id: number }[]): Promise<void> {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  const found = await readTexts(tx, sql`c.id = any(${sql.param(ids)}::integer[])`);
  const keys = found.map(keyOf);
  await tx.execute(sql`
    update case_rows set search_key = made.key
    from unnest(${sql.param(found.map(({ id }) => id))}::integer[], ${sql.param(keys)}::text[]) as made (id, key)
    where case_id = made.id`);
}

type Name = [firstName: string | null, lastName: string | null, email: string | null];
export type SearchedTexts = {
  id: number;
  code: string;
  title: string;
  nationality: string;
  createdBy: number | null;
  creator: Name;
  numberOfApplicants: number;
  assigned: Name[];
};

export async function readTexts(
  executor: Pick<Transaction, "execute">,
  which: SQL,
): Promise<SearchedTexts[]> {
  const { rows } = await executor.execute<SearchedTexts>(sql`
    select c.id, c.case_id as code, c.title, c.nationality, c.created_by as "createdBy",
      c.number_of_applicants as "numberOfApplicants",
      json_build_array(creator.first_name, creator.last_name, creator.email) as creator,
      array(
        select json_build_array(
          coalesce(u.first_name, i.first_name), coalesce(u.last_name, i.last_name), coalesce(u.email, i.email))
        from case_assignments a
        left join users u on u.id = a.user_id
        left join user_invitations i on i.id = a.invitation_id
        where a.case_id = c.id
        order by a.assigned_at, a.id
      ) as assigned
    from cases c left join users creator on creator.id = c.created_by
    where ${which}`);
  return rows;
}

export function keyOf(texts: SearchedTexts): string {
  return searchKey([
    texts.code,
    texts.title,
    texts.nationality,
    texts.createdBy === null ? "" : String(texts.createdBy),
    shownName(texts.creator),
    String(texts.numberOfApplicants),
    ...texts.assigned.map(shownName),
  ]);
}

function shownName([firstName, lastName, email]: Name): string {
  const name = `${firstName ?? ""} ${lastName ?? ""}`;
  return fold(name) === "" ? (email ?? "") : name;
}
