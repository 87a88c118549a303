/**
 * Loaded before anything else on a thread: every way out is refused, and each attempt is written down, also those of
 * threads that this one starts.
 */
import type * as dgram from "node:dgram";
import type * as dns from "node:dns";
import { createRequire, syncBuiltinESMExports } from "node:module";
import type * as net from "node:net";
import type * as workerThreads from "node:worker_threads";
import { noteAttempt } from "./network-attempts.ts";

// What packages get that require them; importers follow below.
const require = createRequire(import.meta.url);
const { Socket } = require("node:net") as typeof net;
const names = require("node:dns") as typeof dns;
const packets = require("node:dgram") as typeof dgram;
const threads = require("node:worker_threads") as typeof workerThreads;

const refuse = (what: string) => () => {
  noteAttempt(what);
  throw new Error(`${what}: refused`);
};

class WatchedWorker extends threads.Worker {
  constructor(program: string | URL, options: workerThreads.WorkerOptions = {}) {
    super(program, { ...options, execArgv: ["--import", import.meta.url] });
  }
}

Socket.prototype.connect = refuse("connect");
Object.assign(names, { lookup: refuse("lookup") });
Object.assign(names.promises, { lookup: refuse("lookup") });
Object.assign(packets, { createSocket: refuse("packet") });
Object.assign(threads, { Worker: WatchedWorker });
globalThis.fetch = refuse("fetch");
syncBuiltinESMExports();
noteAttempt("watched");
