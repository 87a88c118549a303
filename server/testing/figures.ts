/** What the monitoring is told, as it reads it: each series with its value. */
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";

export async function readFigures(internal: FastifyInstance): Promise<Map<string, number>> {
  const answer = await internal.inject("/metrics");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = answer.body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const [, series = "", value = ""] = /^([a-z_0-9]+(?:\{.*\})?) ([\d.e+-]+)$/.exec(line) ?? [];
      expect(series, line).not.toBe("");
      return [series, Number(value)];
    }),
  );
}
