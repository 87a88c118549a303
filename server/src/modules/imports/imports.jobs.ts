/** What a portal does with an import. A portal that was killed goes on where it was. */
import { asc, inArray } from "drizzle-orm";
import { runtime } from "#server/core/runtime.ts";
import { imports } from "#server/database/tables/imports.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { checkRows } from "./check-rows.ts";
import { forgetOld } from "./forget-old.ts";
import { readFile } from "./read-file.ts";
import { runImport } from "./run-import.ts";
import { undoImport } from "./undo-import.ts";

const LONG = { expireInSeconds: 3600 } as const;

/** What an archive of scans holds needs no mapping: it is checked at once. */
async function readAndCheck(id: number): Promise<void> {
  await readFile(id);
  await checkRows(id);
}

export const readJob = defineJob<{ id: number }>("imports.read", LONG, ({ id }) =>
  readAndCheck(id),
);
export const checkJob = defineJob<{ id: number }>("imports.check", LONG, ({ id }) => checkRows(id));
export const runJob = defineJob<{ id: number }>("imports.run", LONG, ({ id }) => carryOut(id));
export const undoJob = defineJob<{ id: number }>("imports.undo", LONG, ({ id }) => undoImport(id));

defineJob("imports.forget", { schedule: "40 1 * * *", inBureauZone: true }, forgetOld);

const steps = {
  reading: readAndCheck,
  checking: checkRows,
  running: carryOut,
  undoing: undoImport,
};

export const goOnJob = defineJob("imports.goOn", { ...LONG, atStart: true }, async () => {
  const states = Object.keys(steps) as (keyof typeof steps)[];
  const begun = await runtime.database
    .select({ id: imports.id, state: imports.state })
    .from(imports)
    .where(inArray(imports.state, states))
    .orderBy(asc(imports.startedAt), asc(imports.id));
  for (const { id, state } of begun) await steps[state as keyof typeof steps](id);
});

/** One at a time for the whole portal: the next one begins when this has ended. */
async function carryOut(id: number): Promise<void> {
  for (let next: number | null = id; next !== null;) next = await runImport(next);
}
