import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import { casesApi } from "contract/cases";
import type { EndpointShape } from "contract/endpoint";
import { buildAdmin } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

const open = Object.values(api)
  .flatMap((table): EndpointShape[] => Object.values(table))
  .filter(({ method, access }) => method !== "GET" && access === "public");

async function sendText(endpoint: EndpointShape, text: string) {
  const visitor = portal.visitor();
  return visitor.request({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:\w+/g, "A".repeat(43)),
    headers: { "content-type": "application/json", "x-csrf-token": await visitor.csrfToken() },
    payload: Buffer.from(text),
  });
}

describe("what a stranger sends", () => {
  it.each(open)("to $path is at most sixteen kilobytes", async (endpoint) => {
    const tooMuch = JSON.stringify({ email: "a".repeat(16 * 1024) });
    expect(await sendText(endpoint, tooMuch)).toMatchObject({
      status: 413,
      body: { code: "request.tooLarge", message: "The request is too large" },
    });
  });
});

describe("JSON", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  it("is at most sixty-four deep, from anybody", async () => {
    const admin = await portal.as(await buildAdmin());
    const send = async (text: string) =>
      admin.request({
        method: "POST",
        url: casesApi.create.path,
        headers: { "content-type": "application/json", "x-csrf-token": await admin.csrfToken() },
        payload: Buffer.from(text),
      });
    for (const text of [nested(65), `{"title":${nested(64)}}`, "[".repeat(100_000)])
      expect(await send(text)).toMatchObject({
        status: 400,
        body: { code: "request.malformed", message: "The request is nested too deeply" },
      });
    expect(await send(`{"title":${nested(63)}}`)).toMatchObject({
      status: 400,
      body: { code: "request.invalid" },
    });
  });

  it("may hold any number of brackets in its texts", async () => {
    const admin = await portal.as(await buildAdmin());
    const title = `${"[{".repeat(90)}\\"`;
    const body = { title, nationality: "Emirati", gender: "Mr.", citizenshipProgram: "vanuatu" };
    expect((await admin.call(casesApi.create, { rawBody: body })).title).toBe(title);
  });
});
