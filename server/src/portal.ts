/** The portal: opens what it needs, listens, and closes without losing anything. */
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import "#server/audit/checkpoint.jobs.ts";
import "#server/jobs/cleanup.ts";
import "#server/modules/cases/retention.jobs.ts";
import { buildApp } from "#server/app.ts";
import { ConfigError, loadConfig, readEnvironment, type Config } from "#server/config/config.ts";
import { keptInside } from "#server/config/kept-inside.ts";
import { isDemo, loadNightlyJob } from "#server/core/demo.ts";
import { runtime } from "#server/core/runtime.ts";
import { StartError } from "#server/core/start-error.ts";
import { wantSpareRoom } from "#server/database/spare-room.ts";
import { prepareFiles } from "#server/files/prepare.ts";
import { logWebhookDestinations } from "#server/modules/automation/webhook-destinations.ts";
import { startMailbox } from "#server/modules/replies/start-mailbox.ts";
import { ensureFirstAdmin } from "#server/modules/users/first-admin.ts";
import { openRuntime } from "#server/open-runtime.ts";
import { buildInternalServer } from "#server/operations/metrics/internal-server.ts";
import { logStart, printWhatIsMissing } from "#server/start-lines.ts";

type Portal = { close(): Promise<void> };

/** Calls that are on their way when the portal is told to stop get this long to arrive. */
const ARRIVE_MS = 500;
/** Running requests get this long to finish; then their connections are cut. */
const REQUESTS_FINISH_MS = 6000;
/** Whatever happens, the process is gone before ten seconds are over (reliability 27). */
const EXIT_MS = 9500;

/** Whatever keeps it from starting is said in a sentence, and the process ends with code 1. */
export async function runPortal(): Promise<void> {
  await start().catch((error: unknown) => {
    for (const sentence of reasonsOf(error)) process.stderr.write(`${sentence}\n`);
    process.exit(1);
  });
}

async function start(): Promise<void> {
  const config = await asDemo(loadConfig(readEnvironment()));
  const opening = openPortal(config);
  closeOnSignal(opening);
  await opening;
  process.stdout.write(`Portal ready at ${config.appOrigin}\n`);
}

async function asDemo(config: Config): Promise<Config> {
  if (!isDemo() || !config.demoPublic) return config;
  await loadNightlyJob();
  return keptInside(config);
}

async function openPortal(config: Config): Promise<Portal> {
  const opened = await openRuntime(config);
  logStart(config);
  try {
    await prepareFiles();
    const app = await buildApp();
    await listen(app, { host: config.host, port: config.port, names: ["HOST", "PORT"] });
    const internal = await listenInternally(config);
    await ensureFirstAdmin();
    await runtime.jobs.work();
    const mailbox = startMailbox(opened.address);
    wantSpareRoom();
    void printWhatIsMissing(config);
    void logWebhookDestinations();
    return {
      close: async () => {
        await closeApp(app);
        await internal?.close();
        await mailbox.stop();
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function listenInternally({ metrics }: Config): Promise<FastifyInstance | null> {
  if (metrics === null) return null;
  const app = buildInternalServer();
  await listen(app, { ...metrics, names: ["METRICS_HOST", "METRICS_PORT"] });
  return app;
}

type Place = { host: string; port: number; names: readonly [host: string, port: string] };

async function listen(app: FastifyInstance, { host, port, names }: Place): Promise<void> {
  const [hostName, portName] = names;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE")
      throw new StartError(
        `Port ${port} on ${host} is taken: stop what uses it, or set ${portName} to another one.`,
        { cause: error },
      );
    if (code === "EACCES")
      throw new StartError(
        `Port ${port} may not be used by this account: set ${portName} to one above 1023.`,
        { cause: error },
      );
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartError(`${hostName} ${host} is no address of this machine.`, { cause: error });
    throw error;
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  await letArrive(app);
  const patience = new AbortController();
  const cutting = pause(REQUESTS_FINISH_MS, undefined, { signal: patience.signal })
    .then(() => app.server.closeAllConnections())
    .catch(() => undefined);
  await app.close();
  patience.abort();
  await cutting;
}

/**
 * A connection that waits for its next call looks idle, although the call may have left already: closed now, it would get
 * no answer. So each is closed with one more answer, and only what stays silent is closed without.
 */
async function letArrive(app: FastifyInstance): Promise<void> {
  app.server.prependListener("request", (_request, response) =>
    response.setHeader("connection", "close"),
  );
  await pause(ARRIVE_MS);
}

/** Also while it still opens: then it closes as soon as it is open. */
function closeOnSignal(opening: Promise<Portal>): void {
  let isClosing = false;
  const close = (exitCode: number) => {
    // Ctrl-C reaches the portal twice: from the terminal, and once more through npm.
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => process.exit(exitCode), EXIT_MS).unref();
    opening
      .then((portal) => portal.close())
      .then(
        () => process.exit(exitCode),
        (error: unknown) => {
          runtime.log.error({ err: error }, "The portal did not close cleanly");
          process.exit(1);
        },
      );
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => close(0));
  process.on("unhandledRejection", (error) =>
    runtime.log.error({ err: error }, "A failure nobody waited for"),
  );
  process.on("uncaughtException", (error) => {
    runtime.log.fatal({ err: error }, "An unexpected failure; the portal stops");
    close(1);
  });
}

function reasonsOf(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof StartError) return [error.message];
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}
