/**
 * Who the bureau is, as each portal has it in memory: letters, papers and pages name it, and none of them asks the
 * database for it. Read at the start, and anew whenever some portal has changed it.
 */
import { runtime } from "#server/core/runtime.ts";
import { listen, notifyAll, type Subscription } from "./channel.ts";
import type { Executor } from "./connection.ts";
import { bureau } from "./tables/bureau.ts";

export type BureauRow = typeof bureau.$inferSelect;

declare module "#server/core/runtime.ts" {
  interface Runtime {
    bureau: KeptBureau;
  }
}

export type KeptBureau = { row: BureauRow };

const BUREAU_CHANNEL = "portal_bureau";

export async function openBureau(database: Executor): Promise<KeptBureau> {
  return { row: await readBureau(database) };
}

/** Left empty, the name is that of the settings. */
export function bureauName(): string {
  return bureauRow().name ?? runtime.config.bureauName;
}

export function bureauRow(): BureauRow {
  return runtime.bureau.row;
}

/** For the portal that has just changed it; an older one that arrives later changes nothing. */
export function keepBureau(row: BureauRow): void {
  if (row.revision > bureauRow().revision) runtime.bureau.row = row;
}

export async function tellBureauChanged(tx: Executor): Promise<void> {
  await notifyAll(tx, BUREAU_CHANNEL, [""]);
}

/** Called once per process, when the application is ready. */
export function watchBureau(): Subscription {
  const refresh = () => {
    readBureau(runtime.database).then(keepBureau, (error: unknown) =>
      runtime.log.warn({ error }, "who the bureau is could not be read anew"),
    );
  };
  return listen(BUREAU_CHANNEL, refresh, refresh);
}

async function readBureau(database: Executor): Promise<BureauRow> {
  const [row] = await database.select().from(bureau);
  if (!row) throw new Error("The row of the bureau is missing");
  return row;
}
