/** `npm start`: builds the web application if that is due, then becomes the portal. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "#scripts/tools.ts";
import { buildWebIfNeeded } from "#scripts/web-build.ts";

const OLDEST_NODE = 24;

// Four threads are libuv's default, and four passwords may be hashed at once: files would wait for them.
process.env.UV_THREADPOOL_SIZE ??= "8";

const [major = "0"] = process.versions.node.split(".");
if (Number(major) < OLDEST_NODE) {
  fail(
    `The portal runs on Node ${OLDEST_NODE} or newer, and this is ${process.version}: run "npm ci" again, which brings its own.`,
  );
}

try {
  await buildWebIfNeeded();
} catch (error) {
  fail((error as Error).message);
}
stopWithNpm();
// In this very process, so that signals reach the portal and its exit code is ours.
await import(pathToFileURL(join(root, "server", "src", "main.ts")).href);

/**
 * npm runs this through a shell, and a shell that is told to stop does so without telling anybody. Whoever stops npm
 * means the portal.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
  }, 100).unref();
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
