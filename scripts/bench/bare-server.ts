/**
 * What the portal is measured beside (`npm run bench -- --only calls`): node:http and `pg`, one prepared statement for
 * each operation; no session, no permission, no check, no event, no encryption. Runs in a process of its own.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";

const { BARE_DATABASE = "{}", BARE_DIRECTORY = "." } = process.env;
const pool = new pg.Pool({ ...(JSON.parse(BARE_DATABASE) as pg.PoolConfig), max: 14 });

const statements = {
  page: "select * from cases order by updated_at desc, id desc limit 50",
  case: "select * from cases where id = $1",
  comments: `select comments.*, users.first_name, users.last_name from comments
    left join users on users.id = comments.user_id
    where comments.case_id = $1 order by comments.created_at, comments.id limit 50`,
  post: "insert into comments (case_id, user_id, message) values ($1, $2, $3) returning *",
  upload: "insert into bare_files (case_id, name, size) values ($1, $2, $3) returning *",
  download: "select * from bare_files where id = $1",
};

async function ask(name: keyof typeof statements, values: readonly unknown[] = []) {
  const { rows } = await pool.query<Record<string, unknown>>({
    name,
    text: statements[name],
    values: [...values],
  });
  return rows;
}

type Answer = (request: IncomingMessage, response: ServerResponse, id: string) => Promise<void>;

const operations: Record<string, Answer> = {
  "GET cases": async (_request, response) => send(response, await ask("page")),
  "GET case": async (_request, response, id) => send(response, await ask("case", [id])),
  "GET comments": async (_request, response, id) => send(response, await ask("comments", [id])),
  "POST comments": async (request, response, id) => {
    const { userId, message } = (await json(request)) as { userId: number; message: string };
    send(response, await ask("post", [id, userId, message]));
  },
  "POST files": async (request, response, id) => {
    const name = randomUUID();
    await pipeline(request, createWriteStream(join(BARE_DIRECTORY, name)));
    send(response, await ask("upload", [id, name, request.headers["content-length"]]));
  },
  "GET file": async (_request, response, id) => {
    const [file] = await ask("download", [id]);
    response.writeHead(200, { "content-length": String(file?.["size"]) });
    await pipeline(createReadStream(join(BARE_DIRECTORY, String(file?.["name"]))), response);
  },
};

function send(response: ServerResponse, content: unknown): void {
  const body = JSON.stringify(content);
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  response.end(body);
}

const server = createServer((request, response) => {
  const [, name = "", id = ""] = (request.url ?? "").split("/");
  const operation = operations[`${request.method} ${name}`];
  if (operation === undefined) {
    response.writeHead(404).end();
    return;
  }
  operation(request, response, id).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => {
  console.log(`Bare server ready at ${(server.address() as AddressInfo).port}`);
});
