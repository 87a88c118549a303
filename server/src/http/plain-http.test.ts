import { connect, type AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { AUTOMATION_KEY } from "#testing/endpoint-fixtures.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

const SAFE = "https://portal.test";
const PROXIED = { APP_ORIGIN: SAFE, TRUST_PROXY: "127.0.0.0/8", AUTOMATION_KEY };
const plain = { "x-forwarded-proto": "http" };

const endpoints = Object.values(api)
  .flatMap((table): EndpointShape[] => Object.values(table))
  .filter(({ response }) => response !== "stream");

let portal: TestApp;
afterEach(() => portal.close());

async function open(settings: Record<string, string>): Promise<void> {
  portal = await openTestApp({ settings });
}

function ask(url: string, headers: Record<string, string> = plain, method = "GET") {
  return portal.visitor().request({ method, url, headers });
}

describe("over plain http", () => {
  it("every call is refused and none is sent on", { tags: ["asvs-39"] }, async () => {
    await open(PROXIED);
    for (const { method, path } of endpoints) {
      const url = path.replaceAll(/:\w+/g, "1");
      const authorization = `Bearer ${AUTOMATION_KEY}`;
      for (const headers of [plain, { ...plain, authorization }]) {
        const answer = await ask(url, headers, method);
        expect(answer, `${method} ${url}`).toMatchObject({
          status: 403,
          body: { message: "Please use https", code: "access.denied" },
        });
        expect(answer.headers.location).toBeUndefined();
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    }
    expect(await ask("/api/unknown")).toMatchObject({ status: 403 });
    for (const url of ["/%61pi/user", "/api%2Funknown", "http://portal.test/api/user"])
      expect(await ask(url), url).toMatchObject({ status: 403 });
    expect(await ask("/cases", plain, "POST")).toMatchObject({ status: 403 });
  });

  it.each(["/", "/case/V-1?tab=chat", "/invoices", "//evil.example/x", "/@evil.example"])(
    "the page %s leads to where it is safe",
    { tags: ["asvs-39"] },
    async (url) => {
      await open(PROXIED);
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await ask(url, plain, method);
        expect(status).toBe(308);
        expect(headers.location).toBe(`${SAFE}${url}`);
        expect(headers["cache-control"]).toBe("no-store");
        expect(new URL(String(headers.location)).origin).toBe(SAFE);
      }
    },
  );

  it("an address that is not a path leads nowhere", async () => {
    await open(PROXIED);
    await portal.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = portal.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      socket.on("error", reject).on("close", () => resolve(text));
      socket.write(
        "GET http://.evil.example/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: http\r\nConnection: close\r\n\r\n",
      );
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).not.toMatch(/^location:/im);
  });
});

describe("answered all the same", () => {
  it("is what came by https, or without a word of how it came", async () => {
    await open(PROXIED);
    const { path } = api.operations.getHealth;
    expect((await ask(path, { "x-forwarded-proto": "https" })).status).toBe(200);
    expect((await ask(path, {})).status).toBe(200);
    expect((await ask(path, { "x-forwarded-proto": "http, https" })).status).toBe(200);
  });

  it("is a proxy that nobody has listed, as long as it says https", async () => {
    await open({ ...PROXIED, TRUST_PROXY: "10.0.0.0/8" });
    const { path } = api.operations.getHealth;
    expect((await ask(path, { "x-forwarded-proto": "https" })).status).toBe(200);
  });

  it.each([
    ["where no proxy is expected", { APP_ORIGIN: SAFE }],
    ["where the portal is tried out on one machine", { TRUST_PROXY: "127.0.0.0/8" }],
  ])("is everything %s", async (_, settings) => {
    await open(settings);
    expect((await ask(api.operations.getHealth.path)).status).toBe(200);
  });
});
