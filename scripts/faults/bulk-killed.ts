/** The portal ends in the middle of a job of many cases: it goes on after the start, and does none twice (row 1). */
import { setTimeout as pause } from "node:timers/promises";
import type { Bulk } from "contract/bulk-actions";
import { buildCase } from "server/testing/factories/cases.ts";
import { half } from "./checker.ts";
import { type FaultTest, type Finding, newFinding, scaled } from "./fault.ts";
import type { Person } from "./person.ts";
import { ask, sql } from "./query.ts";
import { type Stage, withAdmin } from "./with-admin.ts";

const KILLS = 50;
const CASES = 200;
const DONE_WITHIN_MS = 60_000;

export const bulkKilled: FaultTest = {
  row: 1,
  what: `kill -9 in a job of ${CASES} cases`,
  run: async (trial) => {
    const finding = newFinding();
    await withAdmin(finding, async (stage) => {
      for (let left = scaled(KILLS, trial); left > 0; left -= 1)
        await killInTheMiddle(stage, { share: trial.random.integer(1, 90) / 100, finding });
    });
    return finding;
  },
};

async function killInTheMiddle(
  { ground, admin }: Stage,
  { share, finding }: { share: number; finding: Finding },
): Promise<void> {
  const ids: number[] = [];
  while (ids.length < CASES) ids.push((await buildCase()).id);
  const body = { action: "status", ids, status: "courier" };
  const started = await admin.send({ method: "POST", path: "/api/cases/bulk", body });
  if (started.status !== 202) throw new Error(`The job was answered ${started.status}`);
  const { id } = started.body as Bulk;
  finding.inputs += CASES;
  finding.acknowledged += 1;
  while ((await countDone(id)) < CASES * share) await pause(2);
  await ground.portal.kill();
  finding.faults += 1;
  const before = await countDone(id);
  if (before === CASES) finding.problems.push("the job was done before the portal was killed");
  await ground.start();

  const bulk = await untilDone(admin, id);
  const notDone = bulk.results.filter(({ outcome }) => outcome !== "done");
  for (const { id: caseId, outcome } of notDone)
    half(finding, `case ${caseId} ended as ${outcome} after ${before} were done`);
  const [lines] = await ask<{ cases: number; lines: number; moved: number }>(sql`
    select count(distinct e.case_id)::int as cases, count(*)::int as lines,
      (select count(*)::int from cases where id = any(${ids}::int[]) and status = 'courier') as moved
    from case_events e where e.case_id = any(${ids}::int[]) and e.action = 'status_change'`);
  if (lines?.cases !== CASES || lines.lines !== CASES || lines.moved !== CASES)
    finding.problems.push(
      `${CASES} cases have ${lines?.lines} lines in ${lines?.cases}, ${lines?.moved} moved`,
    );
}

async function countDone(id: number): Promise<number> {
  const [row] = await ask<{ done: number }>(sql`
    select count(outcome)::int as done from bulk_rows where action_id = ${id}`);
  return row?.done ?? 0;
}

async function untilDone(admin: Person, id: number): Promise<Bulk> {
  const deadline = performance.now() + DONE_WITHIN_MS;
  for (;;) {
    const { body } = await admin.send({ method: "GET", path: `/api/bulk-actions/${id}` });
    const bulk = body as Bulk;
    if (bulk.state === "done") return bulk;
    if (performance.now() > deadline)
      throw new Error(`The job stands at ${bulk.done} of ${bulk.total}`);
    await pause(50);
  }
}
