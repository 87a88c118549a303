import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestApp } from "#testing/test-app.ts";
import { endStalledAnswers } from "./stalled-answers.ts";

const SILENT_MS = 150;
const CHUNK = Buffer.alloc(65_536);

let app: FastifyInstance;
/** Ends that the server has seen of its answers: whole, or cut. */
let ends: string[];

beforeEach(async () => {
  ends = [];
  app = Fastify({ forceCloseConnections: true });
  endStalledAnswers(app, SILENT_MS);
  app.addHook("onRequest", async (_request, { raw }) => {
    raw.once("close", () => ends.push(raw.writableFinished ? "whole" : "cut"));
  });
  app.get("/endless", (_request, reply) => reply.send(Readable.from(endless())));
  app.get("/slow", async (_request, reply) => reply.send(Readable.from(slow())));
  app.post("/upload", async (request) => {
    request.raw.resume();
    await once(request.raw, "end");
    return "received";
  });
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

async function* endless() {
  for (;;) yield CHUNK;
}

/** The portal itself needs longer than the limit for the next byte. */
async function* slow() {
  yield "begun ";
  await silence(2);
  yield "done";
}

/** Waits as long as the limit lasts, by the same kind of timer. */
const silence = (times: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, times * SILENT_MS));

function open(head: string): Socket {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`${head}\r\nHost: localhost\r\n`);
  return socket;
}

async function textOf(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe("an answer of which nothing is taken", () => {
  it("ends, and with it what it holds", async () => {
    const socket = open("GET /endless HTTP/1.1");
    socket.pause();
    socket.write("\r\n");
    await expect.poll(() => ends, { timeout: 5000 }).toEqual(["cut"]);
    socket.destroy();
  });

  it("goes on for as long as somebody reads", async () => {
    const socket = open("GET /endless HTTP/1.1");
    socket.write("\r\n");
    let bytes = 0;
    socket.on("data", (part: Buffer) => (bytes += part.length));
    await silence(4);
    expect(ends).toEqual([]);
    const before = bytes;
    await expect.poll(() => bytes).toBeGreaterThan(before);
    socket.destroy();
  });
});

describe("the limit does not hit", () => {
  it("an answer that the portal itself has to wait for", async () => {
    const socket = open("GET /slow HTTP/1.1");
    socket.write("Connection: close\r\n\r\n");
    expect(await textOf(socket)).toMatch(/begun[\s\S]*done/);
  });

  it("an upload that comes in slowly", async () => {
    const socket = open("POST /upload HTTP/1.1");
    socket.write("Connection: close\r\nContent-Type: text/x\r\nContent-Length: 2\r\n\r\na");
    await silence(2);
    socket.write("b");
    expect(await textOf(socket)).toContain("received");
  });
});

it("stands before every answer of the portal, thirty seconds long", async () => {
  const portal = await openTestApp();
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  const limits: (number | undefined)[] = [];
  portal.app.server.on("request", ({ socket }, response) =>
    response.once("prefinish", () => limits.push(socket.timeout)),
  );
  const { port } = portal.app.server.address() as AddressInfo;
  for (const path of ["/api/health", "/api/unknown"])
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(limits).toEqual([30_000, 30_000]);
  await portal.close();
});
