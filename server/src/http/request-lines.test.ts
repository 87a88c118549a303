import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/core/log.ts";
import { openTestApp } from "#testing/test-app.ts";
import { logAnswers } from "./request-lines.ts";

type Line = Record<string, unknown> & { level: string };

const lines: string[] = [];
const logTo = { write: (line: string) => void lines.push(line) };
const read = () => lines.map((line) => JSON.parse(line) as Line);

let app: FastifyInstance;
beforeEach(() => {
  lines.length = 0;
  app = Fastify({
    loggerInstance: createLog("debug", logTo) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  });
  logAnswers(app);
});
afterEach(() => app.close());

describe("the line of an answer", () => {
  it("is told with debug for a file of the web application, and with info when that is missing", async () => {
    app.get("/assets/index.js", async () => "1");
    await app.inject("/assets/index.js");
    await app.inject("/assets/other.js");
    expect(read().map(({ level, status }) => [level, status])).toEqual([
      ["debug", 200],
      ["info", 404],
    ]);
  });

  it("holds the id of its request once, the one that a refusal tells whoever asked", async () => {
    const portal = await openTestApp({ settings: { LOG_LEVEL: "info" }, logTo });
    lines.length = 0;
    const { body } = await portal.visitor().request({ method: "GET", url: "/api/user" });
    await portal.close();
    const { requestId } = body as { requestId: string };
    const about = lines.filter((line) => line.includes(requestId));
    expect(about).toHaveLength(2);
    for (const line of about) expect(line.split(requestId)).toHaveLength(2);
    for (const line of about) expect(JSON.parse(line)).toMatchObject({ reqId: requestId });
  });
});
