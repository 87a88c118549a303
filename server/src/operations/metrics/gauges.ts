/** What is looked up when somebody asks: the pool, the disk, what waits, how far the checkpoints of the audit log are behind. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql, type SQL } from "drizzle-orm";
import { readLastCheckpoint } from "#server/audit/checkpoints.ts";
import type { Reading, Sample } from "#server/core/meters.ts";
import { runtime } from "#server/core/runtime.ts";
import { version } from "#server/core/version.ts";
import { liveStreamCount } from "#server/events/live-stream.ts";
import { spaceOf } from "#server/files/disk-space.ts";

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

const loopDelay = monitorEventLoopDelay({ resolution: 20 });

/** Called once, when somebody is going to ask. */
export function startWatchingTheProcess(): void {
  loopDelay.enable();
}

export function stopWatchingTheProcess(): void {
  loopDelay.disable();
}

/** While the database is down the rest is still told. */
export async function collectGauges(): Promise<Reading[]> {
  return [
    buildReading(),
    ...processReadings(),
    ...poolReadings(),
    ...(await diskReadings()),
    ...(await databaseReadings()),
  ];
}

function buildReading(): Reading {
  const labels = { version, node: process.versions.node };
  const help = "Always 1; the labels say what is running.";
  return { name: "portal_build_info", type: "gauge", help, samples: [{ labels, value: 1 }] };
}

function processReadings(): Reading[] {
  const memory = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const startedAt = Date.now() / 1000 - process.uptime();
  const readings = [
    gauge("process_start_time_seconds", "When the process began, Unix time.", startedAt),
    gauge("process_resident_memory_bytes", "Memory of the process.", memory.rss),
    gauge("nodejs_heap_used_bytes", "Memory of its objects.", memory.heapUsed),
    gauge(
      "nodejs_active_resources",
      "Sockets, timers and requests that are open.",
      process.getActiveResourcesInfo().length,
    ),
    gauge(
      "nodejs_eventloop_delay_p99_seconds",
      "How late the event loop was since the last look, 99th percentile.",
      loopDelay.percentile(99) / NANOSECONDS,
    ),
    gauge("portal_live_streams", "Open pages that receive live updates.", liveStreamCount()),
  ];
  loopDelay.reset();
  const cpu: Reading = {
    name: "process_cpu_seconds_total",
    type: "counter",
    help: "Time on the processor.",
    samples: [{ value: (user + system) / MICROSECONDS }],
  };
  return [...readings, cpu];
}

function poolReadings(): Reading[] {
  const { totalCount, idleCount, waitingCount } = runtime.pool;
  const samples = [
    { labels: { state: "busy" }, value: totalCount - idleCount },
    { labels: { state: "idle" }, value: idleCount },
    { labels: { state: "waiting" }, value: waitingCount },
  ];
  const help = "Connections to the database, and requests that wait for one.";
  return [{ name: "portal_database_connections", type: "gauge", help, samples }];
}

async function diskReadings(): Promise<Reading[]> {
  try {
    const { freeBytes, totalBytes } = await spaceOf(runtime.config.dataDirectory);
    return [
      gauge("portal_disk_free_bytes", "Free space on the disk of DATA_DIR.", freeBytes),
      gauge("portal_disk_total_bytes", "Size of the disk of DATA_DIR.", totalBytes),
    ];
  } catch (error) {
    runtime.log.error({ err: error }, "the free space of the disk could not be read");
    return [];
  }
}

type Waiting = { kind: string; count: number; age: number };

async function databaseReadings(): Promise<Reading[]> {
  const up = (value: number) => gauge("portal_database_up", "Whether the database answers.", value);
  try {
    const waiting = await readWaiting();
    const lag = await readAuditLag();
    const each = (value: (row: Waiting) => number): Sample[] =>
      waiting.map((row) => ({ labels: { queue: row.kind }, value: value(row) }));
    return [
      up(1),
      ...(await mailboxReadings()),
      {
        name: "portal_waiting",
        type: "gauge",
        help: "Mails, webhooks, jobs and notifications to be mailed that should have been done, those that are tried again included.",
        samples: each((row) => row.count),
      },
      {
        name: "portal_waiting_age_seconds",
        type: "gauge",
        help: "How long the oldest of them has been waiting, failed tries included.",
        samples: each((row) => row.age),
      },
      gauge(
        "portal_audit_unanchored_links",
        "Links of the audit log after the last checkpoint.",
        lag,
      ),
    ];
  } catch (error) {
    runtime.log.error({ err: error }, "the figures of the database could not be read");
    return [up(0)];
  }
}

/** Nothing where no mailbox is set: what is 0 there would look like one that is away. */
async function mailboxReadings(): Promise<Reading[]> {
  if (runtime.config.mailbox === null) return [];
  const { rows } = await runtime.database.execute<{ connected: boolean }>(
    sql`select connected_at is not null as connected from mailbox_states`,
  );
  const help = "Whether one of the portals is connected to the mailbox for replies.";
  return [gauge("portal_mailbox_connected", help, rows[0]?.connected ? 1 : 0)];
}

/**
 * What is in the table, what of it should have been done, and since when. A failed try puts the next one off, and must
 * not make what waits look younger: its age counts from its creation. What waits by intent (a mail that collects others,
 * a job for later) counts from its time on.
 */
type Queue = { kind: string; table: SQL; overdue: SQL; since: SQL };

const queues: readonly Queue[] = [
  {
    kind: "mail",
    table: sql`mail_outbox`,
    overdue: sql`status = 'pending' and (attempts > 0 or send_after <= now())`,
    since: sql`case when attempts > 0 then created_at else greatest(created_at, send_after) end`,
  },
  {
    kind: "webhook",
    table: sql`webhook_logs`,
    overdue: sql`status = 'retrying'`,
    since: sql`created_at`,
  },
  {
    kind: "job",
    table: sql`jobs.job`,
    overdue: sql`state = 'retry' or (state = 'created' and start_after <= now())`,
    since: sql`case when state = 'retry' then created_on else start_after end`,
  },
  {
    kind: "notification",
    table: sql`notification_timers`,
    overdue: sql`due_at <= now()`,
    since: sql`due_at`,
  },
];

async function readWaiting(): Promise<Waiting[]> {
  const counts = queues.map(
    ({ kind, table, overdue, since }) => sql`
      select ${kind} as kind, count(*)::int as count,
        greatest(coalesce(extract(epoch from now() - min(${since})), 0), 0)::float8 as age
      from ${table} where ${overdue}`,
  );
  const { rows } = await runtime.database.execute<Waiting>(sql.join(counts, sql` union all `));
  return rows;
}

async function readAuditLag(): Promise<number> {
  const { rows } = await runtime.database.execute<{ head: string | null }>(
    sql`select max(seq) as head from audit_chain`,
  );
  const checkpoint = await readLastCheckpoint();
  return Number(rows[0]?.head ?? 0) - (checkpoint?.seq ?? 0);
}

function gauge(name: string, help: string, value: number): Reading {
  return { name, type: "gauge", help, samples: [{ value }] };
}
