/** What every answer of the portal has in common, whoever asks for what, and in whatever bad manners. */
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { startSession } from "#server/auth/sessions.ts";
import { inTransaction } from "#server/database/transaction.ts";
import { buildCase } from "#testing/factories/cases.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { malformedRequests } from "#testing/malformed-http.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient } from "#testing/test-client.ts";

const endpoints = Object.values(api)
  .flatMap((table): EndpointShape[] => Object.values(table))
  .filter(({ response }) => response !== "stream");

let portal: TestApp;
let port: number;
beforeAll(async () => {
  portal = await openTestApp({ settings: { APP_ORIGIN: "https://portal.test" } });
  await portal.app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = portal.app.server.address() as AddressInfo);
});
afterAll(() => portal.close());

const newcomer = {
  csrf: null,
  deviceFingerprint: null,
  deviceName: null,
  userAgent: null,
  ipAddress: null,
};

/** With an https origin the cookies have another name. */
async function signInAdmin(): Promise<TestClient> {
  const admin = await portal.as(await buildAdmin());
  admin.cookies.set("__Host-sid", admin.cookies.get("sid") ?? "");
  return admin;
}

describe("every answer", () => {
  it.each(endpoints)(
    "of $method $path says what a browser may do with it",
    { tags: ["asvs-28", "asvs-29", "asvs-31", "asvs-32", "asvs-33", "asvs-35", "asvs-107"] },
    async ({ method, path, response }) => {
      for (const client of [portal.visitor(), await signInAdmin()]) {
        const url = path.replaceAll(/:\w+/g, "1");
        const origin = "https://elsewhere.example";
        const answer = await client.request({ method, url, headers: { origin } });
        const { status, headers, bytes } = answer;
        const isFile = response === "file" && status === 200;
        expect(headers).toMatchObject({
          "strict-transport-security": "max-age=63072000; includeSubDomains",
          "x-content-type-options": "nosniff",
          "referrer-policy": "no-referrer",
          "cross-origin-opener-policy": "same-origin",
          "cross-origin-resource-policy": "same-origin",
          "cache-control": expect.stringContaining("no-store"),
          "content-security-policy": isFile
            ? expect.stringMatching(/^sandbox; default-src 'none';.*; frame-ancestors 'self'$/)
            : expect.stringContaining("frame-ancestors 'none'"),
        });
        const names = Object.keys(headers);
        expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
        expect(names).not.toEqual(expect.arrayContaining(["server"]));
        expect(names).not.toEqual(expect.arrayContaining(["x-powered-by"]));
        if (isFile) {
          expect(headers["content-type"]).toMatch(/^(text\/csv; charset=utf-8|application\/vnd\.)/);
          expect(headers["content-disposition"]).toMatch(/^attachment; filename/);
        } else if (bytes.length > 0) {
          expect(headers["content-type"]).toMatch(/^application\/json; charset=utf-8$/);
        }
      }
    },
  );

  it.each(["/api/x.css", "/api/cases/1/x.js", "/api/user/avatar.png", "/uploads/x.css"])(
    "to %s is a refusal as JSON, never data that a cache could keep",
    { tags: ["asvs-108"] },
    async (url) => {
      const admin = await signInAdmin();
      const { status, headers } = await admin.request({ method: "GET", url });
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers["cache-control"]).toContain("no-store");
    },
  );
});

describe("an address that is written in another way", () => {
  const written = ["/%61pi/user", "/api/%75ser", "http://portal.test/api/user", "/api%2Fuser"];

  it.each([...written, "/api/%ff", "/%61pi/unknown"])(
    "says of %s what it says of the call itself",
    { tags: ["asvs-28", "asvs-107"] },
    async (url) => {
      const admin = await signInAdmin();
      const socket = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const head = `GET ${url} HTTP/1.1\r\nHost: portal.test\r\nCookie: ${socket}\r\n`;
      const { answer } = await say(`${head}Connection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
      expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i);
      expect(answer).toMatch(
        /\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n/i,
      );
      expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
      expect(answer).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
    },
  );
});

/** What the portal says to these bytes until it closes the connection or a moment has passed. */
function say(bytes: string): Promise<{ answer: string; isClosed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    const end = (isClosed: boolean) => {
      socket.destroy();
      resolve({ answer, isClosed });
    };
    socket.setTimeout(1500, () => end(false));
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
    socket.on("error", () => end(true)).on("close", () => end(true));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

describe("somebody who still owes the code", () => {
  const closed = endpoints.filter(({ access }) => access !== "public" && access !== "automation");

  it.each(closed)("is nobody to $method $path", { tags: ["asvs-67"] }, async ({ method, path }) => {
    const pending = portal.visitor();
    const { id } = await buildAdmin();
    const token = await inTransaction((tx) =>
      startSession(tx, { ...newcomer, userId: id, state: "pending" }),
    );
    pending.cookies.set("__Host-sid", token);
    const url = path.replaceAll(/:\w+/g, "1");
    expect((await pending.request({ method, url })).status).toBe(401);
  });
});

describe("bad manners", () => {
  it.each(malformedRequests)("$what is refused", { tags: ["asvs-42"] }, async ({ bytes }) => {
    const { answer, isClosed } = await say(bytes);
    if (answer !== "") expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(isClosed, answer).toBe(true);
  });

  it.each(["TRACE", "OPTIONS", "PROPFIND", "PURGE", "LOCK", "SEARCH"])(
    "%s is no way to ask",
    { tags: ["asvs-41"] },
    async (method) => {
      const head = `${method} /api/user HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const { answer } = await say(head);
      expect(answer).toMatch(/^HTTP\/1\.1 40[0145] /);
    },
  );

  it(
    "takes no number for a text and no text for a number, and nothing twice",
    { tags: ["asvs-43"] },
    async () => {
      const family = { title: "Family", nationality: "Emirati", gender: "Mr." };
      const good = { ...family, citizenshipProgram: "vanuatu" as const, gender: "Mr." as const };
      const { create } = api.cases;
      const admin = await signInAdmin();
      for (const wrong of [{ title: 7 }, { title: ["Family"] }, { numberOfApplicants: "2" }]) {
        expect((await admin.send(create, { rawBody: { ...good, ...wrong } })).status).toBe(400);
      }
      const { caseId } = await buildCase();
      const url = `/api/cases/by-case-id/${caseId}/documents/download-stage?stage=stage1&stage=stage2`;
      expect((await admin.request({ method: "GET", url })).status).toBe(400);
    },
  );
});
