import { type Figure, figure } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";
import { startPortalProcess } from "./portal-process.ts";

/** The first start makes the database; every other only opens it. */
export async function startFigures(fixtures: Fixtures): Promise<Figure[]> {
  const first = await startPortalProcess(fixtures.directory);
  await first.stop();
  const second = await startPortalProcess(fixtures.directory);
  await second.stop();
  return [
    figure("First start, web already built", { value: first.startedInMs / 1000, unit: "s" }),
    figure("Second start", { value: second.startedInMs / 1000, unit: "s", most: 3 }),
  ];
}
