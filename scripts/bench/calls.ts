/** How fast the API answers, as a browser asks it: compressed, over connections that stay open. */
import { request } from "node:http";
import autocannon from "autocannon";
import { casesApi } from "contract/cases";
import { inTransaction } from "server/src/database/transaction.ts";
import { announce } from "server/src/events/announce.ts";
import { buildCase } from "server/testing/factories/cases.ts";
import { type Figure, figure, median, percentile } from "./figure.ts";
import type { Fixtures } from "./fixtures.ts";

const LIVE_CHANGES = 100;

export async function userFigures(fixtures: Fixtures): Promise<Figure[]> {
  const { p50, p99 } = await load(fixtures, { path: "/api/user", connections: 1, seconds: 4 });
  const remark = `p99 ${p99.toFixed(1)} ms`;
  return [figure("GET /api/user, p50", { value: p50, unit: "ms", most: 2, remark })];
}

export async function measureCaseList(
  fixtures: Fixtures,
  wish: { cases: number; connections: number; targetMs?: number },
): Promise<Figure[]> {
  await fixtures.withCases(wish.cases);
  const what = `GET /api/cases, ${wish.cases} cases, ${wish.connections} at once, p50`;
  const loaded = await load(fixtures, {
    path: "/api/cases",
    connections: wish.connections,
    seconds: 5,
  });
  const remark = `p99 ${loaded.p99.toFixed(0)} ms, ${loaded.kilobytes.toFixed(0)} KB sent`;
  return [figure(what, { value: loaded.p50, unit: "ms", most: wish.targetMs, remark })];
}

export async function invoiceListFigures(fixtures: Fixtures): Promise<Figure[]> {
  await fixtures.withInvoices(5000);
  const loaded = await load(fixtures, { path: "/api/invoices", connections: 1, seconds: 4 });
  const remark = `p99 ${loaded.p99.toFixed(0)} ms, ${loaded.kilobytes.toFixed(0)} KB sent`;
  return [
    figure("GET /api/invoices, 5,000 invoices, p50", { value: loaded.p50, unit: "ms", remark }),
  ];
}

/** From the moment before a change is committed until an open screen has heard of it. */
export async function liveUpdateFigures(fixtures: Fixtures): Promise<Figure[]> {
  const { origin } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const caseFile = await buildCase();
  const stream = await openStream(`${origin}/api/events`, cookie);
  const latencies: number[] = [];
  for (let change = 0; change < LIVE_CHANGES; change += 1) {
    const heard = stream.next();
    let committedAt = 0;
    await inTransaction(async (tx) => {
      await announce(tx, { audience: { caseId: caseFile.id }, keys: [casesApi.list.path] });
      committedAt = performance.now();
    });
    latencies.push((await heard) - committedAt);
  }
  stream.close();
  const remark = `worst of ${LIVE_CHANGES}: ${Math.max(...latencies).toFixed(0)} ms`;
  return [
    figure("Live update, commit to client, p50", { value: median(latencies), unit: "ms", remark }),
  ];
}

type Load = { path: string; connections: number; seconds: number };

async function load(fixtures: Fixtures, { path, connections, seconds }: Load) {
  const { origin } = await fixtures.portal();
  const { cookie } = await fixtures.admin();
  const headers = { cookie, "accept-encoding": "gzip, deflate, br, zstd" };
  // What is compiled and cached only once is not what a bureau feels every day.
  await cannon({ url: origin + path, connections, headers, duration: 1 });
  return cannon({ url: origin + path, connections, headers, duration: seconds });
}

export async function cannon(options: autocannon.Options) {
  const milliseconds: number[] = [];
  const { errors, timeouts, non2xx, throughput } = await autocannon({
    ...options,
    setupClient: (client) =>
      client.on("response", (_status, _bytes, time) => milliseconds.push(time)),
  });
  if (errors + timeouts + non2xx > 0) throw new Error(`${options.url}: some calls failed`);
  return {
    p50: median(milliseconds),
    p95: percentile(milliseconds, 0.95),
    p99: percentile(milliseconds, 0.99),
    kilobytes: throughput.total / milliseconds.length / 1000,
  };
}

type LiveStream = { next(): Promise<number>; close(): void };

export async function openStream(url: string, cookie: string): Promise<LiveStream> {
  let waiting: ((moment: number) => void) | null = null;
  const opened = Promise.withResolvers<void>();
  const call = request(url, { headers: { cookie } }, (answer) => {
    answer.on("data", (chunk: Buffer) => {
      opened.resolve();
      if (chunk.includes("event: invalidate")) waiting?.(performance.now());
    });
  });
  call.on("error", opened.reject);
  call.end();
  await opened.promise;
  return {
    next: () => new Promise((resolve) => (waiting = resolve)),
    close: () => {
      call.removeAllListeners("error").on("error", () => undefined);
      call.destroy();
    },
  };
}
