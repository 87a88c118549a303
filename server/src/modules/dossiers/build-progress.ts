/** How far a build is, written at most once a second; and whether somebody has stopped it. */
import { and, eq } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { cases } from "#server/database/tables/cases.ts";
import { dossiers, type DossierRow } from "#server/database/tables/dossiers.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { announceCase } from "#server/events/announce.ts";

const EVERY_MS = 1000;

export type Progress = {
  tell(state: Partial<Pick<DossierRow, "step" | "donePages" | "totalPages">>): void;
  end(): void;
};

export function createProgress({ id, caseId }: DossierRow, stopped: AbortController): Progress {
  let told: Parameters<Progress["tell"]>[0] = {};
  let isWriting = false;

  async function write(): Promise<void> {
    const state = told;
    told = {};
    await inTransaction(async (tx) => {
      const isRunning = and(eq(dossiers.id, id), eq(dossiers.state, "running"));
      const rows =
        Object.keys(state).length === 0
          ? await tx.select({ id: dossiers.id }).from(dossiers).where(isRunning)
          : await tx.update(dossiers).set(state).where(isRunning).returning({ id: dossiers.id });
      if (rows.length === 0) stopped.abort();
      const [caseFile] = await tx.select().from(cases).where(eq(cases.id, caseId));
      if (caseFile && Object.keys(state).length > 0) await announceCase(tx, caseFile, ["dossiers"]);
    });
  }

  const clock = setInterval(() => {
    if (isWriting) return;
    isWriting = true;
    write()
      // The next second tells again; the build itself meets what is wrong with the database.
      .catch((error: unknown) =>
        runtime.log.warn({ err: error, dossier: id }, "progress unwritten"),
      )
      .finally(() => (isWriting = false));
  }, EVERY_MS);
  return {
    tell(state) {
      told = { ...told, ...state };
    },
    end: () => clearInterval(clock),
  };
}
