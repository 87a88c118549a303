/** An import while somebody does something with it. */
import { and, eq } from "drizzle-orm";
import { importsApi } from "contract/imports";
import { notFoundWith, wrongState } from "#server/core/errors.ts";
import type { Executor, Transaction } from "#server/database/connection.ts";
import { type ImportRecord, imports } from "#server/database/tables/imports.ts";
import { announce } from "#server/events/announce.ts";

export function filesOf({ storedFileId, secondFileId }: ImportRecord): number[] {
  return [storedFileId, secondFileId].filter((id) => id !== null);
}

export const isRunning = (id: number) => and(eq(imports.id, id), eq(imports.state, "running"));

export async function lockImport(tx: Transaction, id: number): Promise<ImportRecord> {
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for("update");
  if (!row) throw missing();
  return row;
}

export function assertState(
  { state }: ImportRecord,
  allowed: readonly ImportRecord["state"][],
): void {
  if (!allowed.includes(state)) throw wrongState(`This import is ${state}`);
}

export async function tellAdmins(tx: Executor): Promise<void> {
  await announce(tx, { audience: "admins", keys: [`${importsApi.list.path}*`] });
}

export function missing() {
  return notFoundWith("Import not found");
}
