/**
 * Work that happens after a request: sent mails, delivered webhooks, removed files, regular cleaning. A job is asked for
 * inside the transaction whose change it follows, so it is neither lost nor done for a change that never happened.
 */
import { PgBoss } from "pg-boss";
import { USUAL_ZONE } from "contract/days";
import type { Log } from "#server/core/log.ts";
import { runtime } from "#server/core/runtime.ts";
import { jobRuns } from "#server/core/service-meters.ts";
import {
  clientOf,
  type DatabaseAddress,
  type Executor,
  type Transaction,
} from "#server/database/connection.ts";
import { inTransaction, writeAtEnd } from "#server/database/transaction.ts";

declare module "#server/core/runtime.ts" {
  interface Runtime {
    jobs: Jobs;
  }
}

export type JobOptions = {
  /** How many run at the same time in one portal. */
  concurrency?: number;
  /** Tries after the first, for what fails by surprise; planned retries belong to the row the job speaks of. */
  retryLimit?: number;
  /** A run that takes longer counts as failed, for instance because its portal was killed. */
  expireInSeconds?: number;
  /** How many runs that are due are made at once. */
  mostTogether?: number;
  /** At most one that was enqueued with the same `key` waits; while it runs, one more may. */
  onePerKey?: true;
  /** Runs by the clock (cron, UTC) instead of being asked for. */
  schedule?: string;
  /** The clock it runs by is the bureau's. */
  inBureauZone?: true;
  /** Runs when the portal starts as well. */
  atStart?: true;
};

/** Runs that were asked for meanwhile are made together, at most so many. */
const MOST_TOGETHER = 1000;

export type EnqueueOptions = {
  /** Not before then, ISO 8601; or a length of time, as `10 seconds`. */
  startAfter?: string;
  /** What it is about, for jobs of which one is enough (`onePerKey`). */
  key?: string;
};

/** A job that has come to its turn, and which of its tries this is. */
type Due<Data extends object> = { id: string; retryCount: number; data: Data };

export type Job<Data extends object> = {
  readonly name: string;
  readonly options: JobOptions;
  run(data: Data): Promise<void>;
  /** Those that are due at the same moment. */
  runTogether(due: readonly Due<Data>[]): Promise<void>;
  /** Becomes due when the transaction commits; a rollback takes it back. */
  enqueue(tx: Transaction, data: Data, options?: EnqueueOptions): Promise<void>;
};

export type Jobs = {
  readonly boss: PgBoss;
  /** Makes the queues known. Until `work` is called jobs are only collected. */
  open(): Promise<void>;
  /** Starts to run what is due, now and from then on. */
  work(): Promise<void>;
  /** Lets running jobs finish; what was not done is done by the next portal. */
  close(): Promise<void>;
};

const DEFAULT_RETRIES = 5;
const CLOSE_TIMEOUT_MS = 5000;
/** A new job is told of at once; one that was put off, or failed, is found by looking. */
const LOOK_EVERY_SECONDS = 2;

/** Every job the loaded modules have defined, by name. */
const jobsByName = new Map<string, Job<never>>();

/** Called at module level: importing the module is what makes its jobs known. */
export function defineJob<Data extends object = Record<string, never>>(
  name: string,
  options: JobOptions,
  run: (data: Data) => Promise<void>,
): Job<Data> {
  return addJob(name, options, {
    run,
    async runTogether(due) {
      for (const { data } of due) await run(data);
    },
  });
}

/**
 * Ends itself in the queue with what it writes: killed in the middle it has done nothing, and when it was ended already,
 * because somebody else has taken it for dead, what it wrote is taken back.
 */
export function defineJobInTransaction<Data extends object>(
  name: string,
  options: JobOptions,
  work: (tx: Transaction, data: Data) => Promise<void>,
): Job<Data> {
  return addJob<Data>(name, options, {
    run: (data) => inTransaction((tx) => work(tx, data)),
    async runTogether(due) {
      for (const { data, ...attempt } of due) await runOnce(name, attempt, (tx) => work(tx, data));
    },
  });
}

class EndedAlready extends Error {}

async function runOnce(
  name: string,
  { id, retryCount }: Omit<Due<object>, "data">,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      await work(tx);
      await writeAtEnd(tx, completeJobs, { name, id, retryCount });
    });
  } catch (error) {
    if (!(error instanceof EndedAlready)) throw error;
  }
}

/** Throws where somebody else has ended one meanwhile. */
async function completeJobs(
  tx: Executor,
  done: readonly ({ name: string } & Omit<Due<object>, "data">)[],
): Promise<void> {
  const db = queueIn(tx);
  for (const { name, ...attempt } of done) {
    const ended = await runtime.jobs.boss.complete(name, attempt, null, { db });
    if ("affected" in ended && ended.affected === 0) throw new EndedAlready();
  }
}

/** What was asked for several times while it was busy is done once for all; it fails and is tried again together. */
export function defineGatheringJob<Data extends object>(
  name: string,
  options: JobOptions,
  run: (due: readonly Data[]) => Promise<void>,
): Job<Data> {
  return addJob<Data>(
    name,
    { ...options, mostTogether: MOST_TOGETHER },
    {
      run: (data) => run([data]),
      runTogether: (due) => run(due.map(({ data }) => data)),
    },
  );
}

function addJob<Data extends object>(
  name: string,
  options: JobOptions,
  runs: Pick<Job<Data>, "run" | "runTogether">,
): Job<Data> {
  if (jobsByName.has(name)) throw new Error(`The job ${name} is defined twice.`);
  const job: Job<Data> = {
    name,
    options,
    ...runs,
    enqueue: (tx, data, options) => writeAtEnd(tx, insertJobs, { name, data, ...options }),
  };
  jobsByName.set(name, job);
  for (const outcome of ["done", "failed", "given_up"]) jobRuns.begin({ job: name, outcome });
  return job;
}

type DueJob = { name: string; data: object } & EnqueueOptions;

/** One statement for each queue. */
async function insertJobs(tx: Executor, due: readonly DueJob[]): Promise<void> {
  const db = queueIn(tx);
  await Promise.all(
    [...Map.groupBy(due, ({ name }) => name)].map(([name, ofQueue]) =>
      runtime.jobs.boss.insert(
        name,
        ofQueue.map(({ data, startAfter, key }) => ({
          data,
          ...(startAfter === undefined ? {} : { startAfter }),
          ...(key === undefined ? {} : { singletonKey: key }),
        })),
        { db },
      ),
    ),
  );
}

/** The queue's statements as part of this transaction. */
function queueIn(tx: Executor) {
  const client = clientOf(tx);
  return { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
}

export function definedJobs(): Job<never>[] {
  return [...jobsByName.values()];
}

/** `zone` is the bureau's, for what runs by its clock. */
export function createJobs(address: DatabaseAddress, log: Log, zone = USUAL_ZONE): Jobs {
  const boss = new PgBoss({
    ...address,
    application_name: "portal jobs",
    schema: "jobs",
    createSchema: false,
    max: 3,
    useListenNotify: true,
    persistWarnings: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.error({ err: error }, "The job queue met an error"));
  return {
    boss,
    open: () => openQueues(boss),
    work: () => startWorkers(boss, log, zone),
    close: () => boss.stop({ graceful: true, timeout: CLOSE_TIMEOUT_MS }),
  };
}

async function openQueues(boss: PgBoss): Promise<void> {
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, options } of definedJobs()) {
    const queue = {
      notify: true,
      retryLimit: options.retryLimit ?? DEFAULT_RETRIES,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: options.expireInSeconds ?? 300,
      deleteAfterSeconds: 86_400,
    };
    const stored = known.get(name);
    if (stored && isMatch(stored, queue)) continue;
    if (stored) await boss.updateQueue(name, queue);
    else await boss.createQueue(name, { ...queue, ...(options.onePerKey && { policy: "short" }) });
  }
}

/** A start finds nearly all as the one before has left it: what is the same need not be written, one after the other. */
function isMatch<Part extends object>(whole: Partial<Part>, part: Part): boolean {
  return Object.entries(part).every(([key, value]) => whole[key as keyof Part] === value);
}

async function startWorkers(boss: PgBoss, log: Log, zone: string): Promise<void> {
  const scheduled = new Map((await boss.getSchedules()).map((each) => [each.name, each]));
  for (const job of definedJobs()) {
    const options = {
      localConcurrency: job.options.concurrency ?? 1,
      pollingIntervalSeconds: LOOK_EVERY_SECONDS,
      notifyPollingIntervalSeconds: LOOK_EVERY_SECONDS,
      batchSize: job.options.mostTogether ?? 1,
      includeMetadata: true,
    } as const;
    await boss.work(job.name, options, async (due) => {
      try {
        await job.runTogether(
          due.map(({ id, retryCount, data }) => ({ id, retryCount, data: data as never })),
        );
        jobRuns.add({ job: job.name, outcome: "done" });
      } catch (error) {
        reportFailure(log, { error, job: job.name, isLast: due.some(isLastTry) });
        throw error;
      }
    });
    const { schedule, inBureauZone } = job.options;
    const tz = inBureauZone ? zone : "UTC";
    const stored = scheduled.get(job.name);
    const isKnown = stored?.cron === schedule && stored?.timezone === tz;
    if (schedule !== undefined && !isKnown) await boss.schedule(job.name, schedule, null, { tz });
    if (job.options.atStart) await boss.send(job.name, {});
  }
}

function isLastTry(due: { retryCount: number; retryLimit: number }): boolean {
  return due.retryCount >= due.retryLimit;
}

type Failure = { error: unknown; job: string; isLast: boolean };

function reportFailure(log: Log, { error, job, isLast }: Failure): void {
  jobRuns.add({ job, outcome: "failed" });
  log.error({ err: error, job }, "A job failed");
  if (!isLast) return;
  jobRuns.add({ job, outcome: "given_up" });
  log.error({ job }, "A job was given up");
}
