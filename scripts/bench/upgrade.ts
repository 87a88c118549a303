/** How long the steps of a next release keep somebody waiting who writes meanwhile (W-RUN-008). */
import pg from "pg";
import { migrate } from "server/src/database/migrate.ts";
import { migrationsOfNextRelease } from "server/testing/next-release.ts";
import { type Figure, figure } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const MOST_WAIT_S = 1;

export async function measureUpgrade(
  fixtures: Fixtures,
  { cases }: { cases: number },
): Promise<Figure[]> {
  await fixtures.withWorld(cases);
  const owner = await fixtures.owner();
  const client = new pg.Client(owner);
  await client.connect();
  const startedAt = performance.now();
  const upgrading = { isDone: false };
  const waits = writeMeanwhile(client, upgrading);
  await migrate(owner, migrationsOfNextRelease()).finally(() => {
    upgrading.isDone = true;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const longest = Math.max(...(await waits)) / 1000;
  await client.end();
  const listed = cases.toLocaleString("en");
  return [
    figure(`Expand steps beside writers, longest wait, ${listed} cases`, {
      value: longest,
      unit: "s",
      most: MOST_WAIT_S,
      remark: `all steps ${seconds.toFixed(1)} s`,
    }),
  ];
}

/** One case and one message after the other, as people do. */
async function writeMeanwhile(
  client: pg.Client,
  upgrading: { isDone: boolean },
): Promise<number[]> {
  const waits: number[] = [];
  let turn = 0;
  do {
    turn += 1;
    const since = performance.now();
    await client.query("update cases set description = $1 where id = (select min(id) from cases)", [
      `Changed as number ${turn}`,
    ]);
    await client.query("insert into comments (case_id, message) select min(id), $1 from cases", [
      `Said as number ${turn}`,
    ]);
    waits.push(performance.now() - since);
  } while (!upgrading.isDone);
  return waits;
}
