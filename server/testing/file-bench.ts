/** The file pipeline behind a real socket: a small application with its own database, directory and log. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { UploadRuleName } from "contract/files";
import { loadConfig } from "#server/config/config.ts";
import { system } from "#server/core/actor.ts";
import { createLog } from "#server/core/log.ts";
import { runtime, setRuntime } from "#server/core/runtime.ts";
import { openBureau } from "#server/database/bureau.ts";
import { openChannels } from "#server/database/channel.ts";
import { openDatabase } from "#server/database/connection.ts";
import { cases } from "#server/database/tables/cases.ts";
import { storedFiles, type StoredFileRow } from "#server/database/tables/stored-files.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { withGeneratedFiles, type GeneratedFile } from "#server/files/generate.ts";
import { withReceivedFiles, type ReceivedUpload } from "#server/files/receive.ts";
import { keepFiles } from "#server/files/stored.ts";
import { handleErrors } from "#server/http/error-handler.ts";
import { createStorages } from "#server/integrations/storage/create-storages.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { defineModules } from "#server/modules.ts";
import { createTestClock, type TestClock } from "./test-clock.ts";
import { createTestDatabase } from "./test-database.ts";

export type UploadAnswer = {
  status: number;
  message: string;
  files: StoredFileRow[];
  fields: object;
};
type UploadHandler = (received: ReceivedUpload) => Promise<StoredFileRow[]>;
type DownloadHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export type FileBench = {
  clock: TestClock;
  origin: string;
  port: number;
  /** How many uploads are being worked on. */
  running(): number;
  /** What the server has read from its newest connection. */
  bytesRead(): number;
  caseId: number;
  /** What is done with an upload; keeping it, unless a test says otherwise. */
  onUpload(handler: UploadHandler): void;
  onDownload(handler: DownloadHandler): void;
  upload(rule: UploadRuleName, form: FormData): Promise<UploadAnswer>;
  /** Puts a file into storage and table without a request. */
  keep(file: Partial<GeneratedFile> & Pick<GeneratedFile, "content">): Promise<StoredFileRow>;
  rows(): Promise<StoredFileRow[]>;
  /** Names in the spool directory. */
  spooled(): Promise<string[]>;
  /** Keys of everything in storage. */
  stored(): Promise<string[]>;
  /** Throws unless every row has its bytes, all bytes have a row, and nothing waits in the spool. */
  requireInStep(): Promise<void>;
  /** Lines of the log with this message. */
  logged(message: string): Record<string, unknown>[];
  close(): Promise<void>;
};

export async function openFileBench(settings: Record<string, string> = {}): Promise<FileBench> {
  const directory = await mkdtemp(join(tmpdir(), "portal-files-"));
  const created = await createTestDatabase();
  const opened = openDatabase(created.address);
  const lines: string[] = [];
  const clock = createTestClock();
  const config = loadConfig({
    DATA_DIR: directory,
    FILES_KEY: "k".repeat(43) + "=",
    SECRET_KEY: "s".repeat(43) + "=",
    ...settings,
  });
  const log = createLog("info", collectingInto(lines));
  const channels = openChannels(created.address);
  const jobs = createJobs(created.address, log);
  const { database, pool, searchPool } = opened;
  const files = createStorages(config);
  const bureau = await openBureau(database);
  setRuntime({ config, database, bureau, pool, searchPool, channels, jobs, clock, log, files });
  defineModules();
  await jobs.open();
  const handlers: Handlers = { upload: keepAll, download: refuseAll, running: 0 };
  const app = await buildBenchApp(handlers);
  let newest: Socket | undefined;
  app.server.on("connection", (socket) => (newest = socket));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const caseId = await insertCase();
  const rows = () => runtime.database.select().from(storedFiles).orderBy(storedFiles.id);
  const spooled = () => readdir(runtime.files.spoolDirectory);
  const stored = async () => {
    const objects = await Array.fromAsync(runtime.files.current.list());
    return objects.map((object) => object.key);
  };
  return {
    clock,
    origin,
    port,
    running: () => handlers.running,
    bytesRead: () => newest?.bytesRead ?? 0,
    caseId,
    onUpload: (handler) => void (handlers.upload = handler),
    onDownload: (handler) => void (handlers.download = handler),
    async upload(rule, form) {
      const response = await fetch(`${origin}/upload/${rule}/${caseId}`, {
        method: "POST",
        body: form,
      });
      return {
        status: response.status,
        ...((await response.json()) as Omit<UploadAnswer, "status">),
      };
    },
    keep: (file) => keepGenerated({ ...defaults, caseId, ...file }),
    rows,
    spooled,
    stored,
    async requireInStep() {
      const known = (await rows()).map((row) => row.storageKey).toSorted();
      const kept = (await stored()).toSorted();
      const waiting = await spooled();
      if (known.join() === kept.join() && waiting.length === 0) return;
      throw new Error(`${known.length} rows, ${kept.length} objects, ${waiting.length} spooled`);
    },
    logged: (message) =>
      lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line.msg === message),
    async close() {
      await app.close();
      await jobs.close();
      await channels.close();
      await opened.close();
      await created.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const defaults = {
  kind: "document",
  createdBy: null,
  originalName: "Specimen.pdf",
  mimeType: "application/pdf",
} as const;

async function keepGenerated(file: GeneratedFile): Promise<StoredFileRow> {
  const rows = await withGeneratedFiles([file], (files) =>
    inTransaction((tx) => keepFiles(tx, files)),
  );
  return rows[0] as StoredFileRow;
}

async function keepAll(received: ReceivedUpload): Promise<StoredFileRow[]> {
  return inTransaction((tx) => keepFiles(tx, received.files));
}

async function refuseAll(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(404).send();
}

type Handlers = { upload: UploadHandler; download: DownloadHandler; running: number };

async function buildBenchApp(handlers: Handlers): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  app.decorateRequest("actor", null as never);
  app.addHook("onRequest", async (request) => {
    request.actor = system;
  });
  handleErrors(app);
  await app.register(multipart);
  app.post("/upload/:rule/:caseId", async (request) => {
    const { rule, caseId } = request.params as { rule: UploadRuleName; caseId: string };
    handlers.running += 1;
    return withReceivedFiles(request, { rule, caseId: Number(caseId) }, async (received) => {
      const files = await handlers.upload(received);
      return { files, fields: received.fields };
    }).finally(() => (handlers.running -= 1));
  });
  app.get("/download", (request, reply) => handlers.download(request, reply));
  return app;
}

async function insertCase(): Promise<number> {
  const [row] = await runtime.database
    .insert(cases)
    .values({
      caseId: "V-1",
      title: "Specimen",
      nationality: "Italy",
      citizenshipProgram: "vanuatu",
    })
    .returning({ id: cases.id });
  return row?.id ?? 0;
}

function collectingInto(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().trim().split("\n"));
      done();
    },
  });
}
