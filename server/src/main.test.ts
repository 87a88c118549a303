import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { temporaryBase } from "#testing/temporary-base.ts";

let dataDirectory: string;
const portals: ChildProcess[] = [];

beforeAll(() => {
  dataDirectory = mkdtempSync(join(temporaryBase(), "portal-main-"));
  chmodSync(dataDirectory, 0o755);
});

afterAll(async () => {
  for (const portal of portals) if (portal.exitCode === null) portal.kill("SIGKILL");
  const embedded = await openEmbeddedPostgres(dataDirectory);
  await embedded.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

type Run = { portal: ChildProcess; output: () => string; exitCode: Promise<number | null> };

function run(settings: Record<string, string>, ...options: string[]): Run {
  const portal = spawn(
    process.execPath,
    ["--disable-warning=FSTDEP023", ...options, join(import.meta.dirname, "main.ts")],
    {
      // Away from any .env of whoever runs the tests.
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, DATA_DIR: dataDirectory, LOG_LEVEL: "error", ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  portals.push(portal);
  let text = "";
  portal.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  portal.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const exitCode = once(portal, "close").then(([code]) => code as number | null);
  return { portal, output: () => text, exitCode };
}

async function ready({ portal, output, exitCode }: Run): Promise<void> {
  const said = new Promise<void>((resolve) => {
    portal.stdout?.on("data", () => {
      if (output().includes("Portal ready at")) resolve();
    });
  });
  await Promise.race([said, exitCode]);
  expect(output()).toContain("Portal ready at");
}

async function freePort(): Promise<{ port: string; server: Server }> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: String(address.port), server };
}

async function closedPort(): Promise<string> {
  const { port, server } = await freePort();
  server.close();
  await once(server, "close");
  return port;
}

describe("the portal as a process", () => {
  const watch = "process.on('exit', () => console.log('frozen', Object.isFrozen({}.__proto__)))";
  let port: string;
  let metricsPort: string;
  let started: Run;

  beforeAll(async () => {
    port = await closedPort();
    metricsPort = await closedPort();
    started = run(
      {
        PORT: port,
        METRICS_PORT: metricsPort,
        SMTP_URL: "smtp://desk:hunter2@127.0.0.1:1",
        LOG_LEVEL: "info",
      },
      `--import=data:text/javascript,${encodeURIComponent(watch)}`,
    );
    const complained = new Promise<void>((resolve) => {
      started.portal.stderr?.on("data", () => {
        if (started.output().includes("check SMTP_URL")) resolve();
      });
    });
    await ready(started);
    await complained;
  });

  it("says when it is ready, and answers", async () => {
    expect(started.output()).toContain(`Portal ready at http://localhost:${port}\n`);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(await answer.json()).toEqual({ status: "ok" });
    const figures = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await figures.text()).toContain("portal_database_up 1\n");
  });

  it("tells what runs and what it works with, and which part is missing, and works", async () => {
    const output = started.output();
    for (const part of ["Version: ", "Database: ", "Storage: ", "Mail: ", "Scanner: "])
      expect(output.split(`"msg":"${part}`), part).toHaveLength(2);
    expect(output).toMatch(/^The mail server 127\.0\.0\.1:1 cannot be used .*check SMTP_URL/m);
    expect(output).not.toMatch(/hunter2|^ {4}at /m);
    expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
  });

  it(
    "answers calls that arrive just when it is told to stop, and stops cleanly",
    { tags: ["reliability-27"] },
    async () => {
      const agent = new Agent({ keepAlive: true });
      const ask = async () => {
        const asked = request({ agent, port, host: "127.0.0.1", path: "/api/health" }).end();
        const [answer] = (await once(asked, "response")) as [IncomingMessage];
        answer.resume();
        await once(answer, "end");
        return { status: answer.statusCode, connection: answer.headers.connection };
      };
      expect(await ask()).toEqual({ status: 200, connection: "keep-alive" });
      started.portal.kill("SIGTERM");
      let answer = await ask();
      // Until the signal has arrived nothing has changed; from then on each connection ends with its answer.
      while (answer.connection === "keep-alive") answer = await ask();
      expect(answer).toEqual({ status: 200, connection: "close" });
      expect(await started.exitCode).toBe(0);
      agent.destroy();
    },
  );

  it("gave nobody a way to the properties of everything", { tags: ["asvs-45"] }, () => {
    expect(started.output()).toContain("frozen true");
  });
});

describe("portals on the same data directory", () => {
  it("serve it at once, and again after one was killed", async () => {
    const [first, second] = [run({ PORT: await closedPort() }), run({ PORT: await closedPort() })];
    await Promise.all([ready(first), ready(second)]);
    first.portal.kill("SIGKILL");
    await first.exitCode;
    second.portal.kill("SIGINT");
    expect(await second.exitCode).toBe(0);
    await ready(run({ PORT: await closedPort() }));
  });
});

describe("a portal that cannot start says why in one sentence and exits with 1", () => {
  async function refusal(settings: Record<string, string>): Promise<string> {
    const { output, exitCode } = run(settings);
    expect(await exitCode).toBe(1);
    return output().trim();
  }

  it("when the port is taken", async () => {
    const { port, server } = await freePort();
    expect(await refusal({ PORT: port })).toBe(
      `Port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another one.`,
    );
    server.close();
  });

  it("when settings are wrong, one sentence each", async () => {
    const sentences = (await refusal({ PORT: "x", RATE_LIMITS: "perhaps" })).split("\n");
    expect(sentences).toEqual([
      'PORT must be a whole number from 1 to 65535, not "x".',
      'RATE_LIMITS must be "on" or "off", not "perhaps".',
    ]);
  });

  it("when the data directory cannot be written to", async () => {
    const file = join(dataDirectory, "a-file");
    writeFileSync(file, "");
    expect(await refusal({ DATA_DIR: join(file, "data") })).toMatch(
      /^DATA_DIR .* cannot be written to \(ENOTDIR\)\.$/,
    );
  });

  it("when the database cannot be reached", async () => {
    const keys = {
      SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
      FILES_KEY: Buffer.alloc(32, 2).toString("base64"),
    };
    const port = await closedPort();
    const url = `postgres://portal:hunter2@127.0.0.1:${port}/portal`;
    expect(await refusal({ ...keys, DATABASE_URL: url })).toBe(
      `The database at 127.0.0.1:${port} cannot be reached: check DATABASE_URL.`,
    );
  });

  it("when a newer portal has used the database", async () => {
    const embedded = await openEmbeddedPostgres(dataDirectory);
    const client = new pg.Client(embedded.owner);
    await client.connect();
    await client.query(
      "insert into schema_migrations (id, name, checksum) values (9999, '9999_future', '')",
    );
    expect(await refusal({ PORT: await closedPort() })).toMatch(
      /newer version of the portal \(it has 9999_future\)/,
    );
    await client.query("delete from schema_migrations where id = 9999");
    await client.end();
    await embedded.close();
  });
});
