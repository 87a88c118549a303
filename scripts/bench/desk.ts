/** What the review desk and the checklists cost at full size: checklist.md 3.5, 4.5, 5.4. */
import { setTimeout as wait } from "node:timers/promises";
import { type Bulk, bulkActionsApi } from "contract/bulk-actions";
import { casesApi } from "contract/cases";
import { reviewsApi } from "contract/reviews";
import { runtime } from "server/src/core/runtime.ts";
import { fillReadiness } from "server/src/modules/checklist/readiness.jobs.ts";
import { cannon } from "./calls.ts";
import { deskScreens } from "./desk-screens.ts";
import { type Figure, figure, median, percentile } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const CASES = 10_000;
const WAITING = 5000;
const CALLS = 200;
const LISTS = 12;
const WRITES = 200;
const WRITES_A_SECOND = 20;
const MOST_PATIENCE_MS = 30_000;
const MOVED_AT_ONCE = 200;
const LOOKS_EVERY_MS = 25;

export async function measureDesk(fixtures: Fixtures): Promise<Figure[]> {
  const screens = await deskScreens(fixtures);
  await fixtures.withWorld(CASES);
  await leaveWaiting();
  return [
    ...screens,
    await queue(fixtures),
    await list(fixtures),
    await following(fixtures),
    await moving(fixtures),
  ];
}

/** All others have been accepted, some a case; what waits is the main applicant's, so that it can be judged. */
async function leaveWaiting(): Promise<void> {
  for (let from = 0; from < CASES; from += 500)
    await runtime.pool.query(
      `update documents set review_state = 'accepted', is_approved = true
       where case_id in (select id from cases order by id limit 500 offset $1)
         and id not in (select min(d.id) from documents d where d.case_id % 2 = 0 group by d.case_id)`,
      [from],
    );
  await runtime.pool.query(
    `update documents d set assigned_to = a.id from applicants a
     where a.case_id = d.case_id and a.position = 0 and d.review_state = 'waiting'`,
  );
  await fillReadiness();
}

async function queue(fixtures: Fixtures): Promise<Figure> {
  const { p50, p95 } = await ask(fixtures, reviewsApi.list.path, CALLS);
  const remark = `p50 ${p50.toFixed(0)} ms`;
  const what = `First page of the review queue, ${WAITING} waiting, ${CASES} cases, p95`;
  return figure(what, { value: p95, unit: "ms", most: 300, remark });
}

/** The list as it is beside the list of cases of which nothing has been derived. */
async function list(fixtures: Fixtures): Promise<Figure> {
  const { p95: filled } = await ask(fixtures, casesApi.list.path, LISTS);
  await runtime.pool.query("delete from case_readiness");
  const { p95: empty } = await ask(fixtures, casesApi.list.path, LISTS);
  await fillReadiness();
  const remark = `${empty.toFixed(0)} and ${filled.toFixed(0)} ms`;
  const what = "GET /api/cases with readiness, beside without, p95";
  return figure(what, { value: filled / empty, unit: "times", most: 1.1, remark });
}

/** From the answer of a change until its row stands. */
async function following(fixtures: Fixtures): Promise<Figure> {
  const { origin } = await fixtures.portal();
  const { cookie, csrfToken } = await fixtures.admin();
  const { rows: papers } = await runtime.pool.query<{ id: number; caseId: number }>(
    `select min(id) as id, case_id as "caseId" from documents where review_state = 'waiting'
     group by case_id order by case_id limit $1`,
    [WRITES],
  );
  const begin = performance.now();
  const lags = await Promise.all(
    papers.map(async ({ id, caseId }, place) => {
      await wait((place * 1000) / WRITES_A_SECOND);
      const before = await writtenAt(caseId);
      const answer = await fetch(origin + reviewsApi.create.path.replace(":id", String(id)), {
        method: "POST",
        headers: { cookie, "x-csrf-token": csrfToken, "content-type": "application/json" },
        body: JSON.stringify({ decision: "accepted", withoutDate: true }),
      });
      if (!answer.ok) throw new Error(`A review was answered ${answer.status}`);
      const answeredAt = performance.now();
      while ((await writtenAt(caseId)) === before) {
        if (performance.now() - answeredAt > MOST_PATIENCE_MS) throw new Error("A row never came");
        await wait(50);
      }
      return performance.now() - answeredAt;
    }),
  );
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  const remark = `p50 ${median(lags).toFixed(0)} ms, ${WRITES} writes in ${seconds} s`;
  const what = "Readiness follows a change, 20 writes a second, p95";
  return figure(what, { value: percentile(lags, 0.95), unit: "ms", most: 2000, remark });
}

/** From the press until the last of them has its outcome. */
async function moving(fixtures: Fixtures): Promise<Figure> {
  const { origin } = await fixtures.portal();
  const { cookie, csrfToken } = await fixtures.admin();
  const { rows } = await runtime.pool.query<{ id: number }>(
    "select id from cases where status <> 'bank_clearance' order by id desc limit $1",
    [MOVED_AT_ONCE],
  );
  const begin = performance.now();
  const started = await fetch(origin + bulkActionsApi.start.path, {
    method: "POST",
    headers: { cookie, "x-csrf-token": csrfToken, "content-type": "application/json" },
    body: JSON.stringify({
      action: "status",
      status: "bank_clearance",
      ids: rows.map(({ id }) => id),
    }),
  });
  let bulk = (await started.json()) as Bulk;
  while (bulk.state !== "done") {
    if (performance.now() - begin > MOST_PATIENCE_MS) throw new Error("The cases were not moved");
    await wait(LOOKS_EVERY_MS);
    const path = bulkActionsApi.get.path.replace(":id", String(bulk.id));
    bulk = (await (await fetch(origin + path, { headers: { cookie } })).json()) as Bulk;
  }
  const seconds = (performance.now() - begin) / 1000;
  const done = bulk.results.filter(({ outcome }) => outcome === "done").length;
  const what = `Status of ${MOVED_AT_ONCE} cases changed at once`;
  return figure(what, { value: seconds, unit: "s", most: 3, remark: `${done} moved` });
}

async function writtenAt(caseId: number): Promise<string | undefined> {
  const { rows } = await runtime.pool.query<{ at: string }>(
    "select updated_at::text || waiting::text as at from case_readiness where case_id = $1",
    [caseId],
  );
  return rows[0]?.at;
}

async function ask(fixtures: Fixtures, path: string, amount: number) {
  const { origin } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const headers = { cookie, "accept-encoding": "gzip, deflate, br, zstd" };
  const options = { url: origin + path, connections: 1, headers };
  await cannon({ ...options, amount: 5 });
  return cannon({ ...options, amount });
}
