/** Twenty people at once, each over a connection of his own, who mostly read. */
import type { BareProcess } from "./bare-process.ts";
import { type Caller, createCaller } from "./caller.ts";
import { type Figure, figure, median, percentile, type Rounds } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";
import { type Operations, operationsOf, scan } from "./operations.ts";

const PEOPLE = 20;
const MOST_P99 = 2.5;
const LEAST_SHARE = 0.5;

/** Of a hundred calls. */
const shares: Record<keyof Operations, number> = {
  page: 30,
  case: 30,
  comments: 25,
  post: 10,
  upload: 2,
  download: 3,
};
const hundred = Object.entries(shares).flatMap(([name, share]) =>
  Array.from({ length: share }, () => name as keyof Operations),
);

type Load = { perSecond: number; p99: number };
type Server = "bare" | "portal";

export async function mixedFigures(
  fixtures: Fixtures,
  bare: BareProcess,
  rounds: Rounds,
): Promise<Figure[]> {
  const { origin } = await fixtures.portal();
  const [bareCaller, portalCaller] = [createCaller(bare.origin), createCaller(origin)];
  const both = { bare: bareCaller, portal: portalCaller };
  const operations = await operationsOf(fixtures, both, scan);
  const origins = { bare: bare.origin, portal: origin };
  const loads: Record<Server, Load[]> = { bare: [], portal: [] };
  for (let round = 0; round < (rounds.isSmall ? 1 : 3); round += 1) {
    for (const server of ["bare", "portal"] as const) {
      const seconds = rounds.isSmall ? 3 : 15;
      loads[server].push(await load(origins[server], { seconds, server, operations }));
    }
  }
  bareCaller.close();
  portalCaller.close();
  return [throughputFigure(loads), p99Figure(loads)];
}

async function load(
  origin: string,
  mix: { seconds: number; server: Server; operations: Operations },
): Promise<Load> {
  const until = performance.now() + mix.seconds * 1000;
  const milliseconds: number[] = [];
  let turn = 0;
  const person = async (caller: Caller) => {
    while (performance.now() < until) {
      turn += 1;
      // A step that shares no factor with a hundred mixes them evenly.
      const name = hundred[(turn * 37) % hundred.length] ?? "page";
      milliseconds.push(await caller.time(mix.operations[name][mix.server](turn)));
    }
    caller.close();
  };
  await Promise.all(Array.from({ length: PEOPLE }, () => person(createCaller(origin))));
  return {
    perSecond: milliseconds.length / mix.seconds,
    p99: percentile(milliseconds, 0.99),
  };
}

function throughputFigure({ bare, portal }: Record<Server, Load[]>): Figure {
  const perSecond = (loads: Load[]) => median(loads.map((one) => one.perSecond));
  const share = perSecond(portal) / perSecond(bare);
  return {
    what: "Mixed load of 20 people, calls a second",
    target: `≥ ${LEAST_SHARE} times`,
    measured: `${share.toFixed(2)} times (${perSecond(bare).toFixed(0)} and ${perSecond(portal).toFixed(0)})`,
    isMet: share >= LEAST_SHARE,
  };
}

function p99Figure({ bare, portal }: Record<Server, Load[]>): Figure {
  const p99 = (loads: Load[]) => median(loads.map((one) => one.p99));
  const remark = `${p99(bare).toFixed(0)} and ${p99(portal).toFixed(0)} ms`;
  const value = p99(portal) / p99(bare);
  return figure("Mixed load, p99", { value, unit: "times", most: MOST_P99, remark });
}
