import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "contract/api";
import type { EndpointShape } from "contract/endpoint";
import { operationsApi } from "contract/operations";
import { buildAdmin, buildUser } from "#testing/factories/users.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";

let portal: TestApp;
beforeAll(async () => {
  portal = await openTestApp();
});
afterAll(() => portal.close());

describe("operations", () => {
  it("answers that the process is healthy and that database and storage answer", async () => {
    const visitor = portal.visitor();
    expect(await visitor.call(operationsApi.getHealth)).toEqual({ status: "ok" });
    expect(await visitor.call(operationsApi.getReadiness)).toEqual({ status: "ok" });
  });

  it("tells an admin which version is running", async () => {
    const admin = await portal.as(await buildAdmin());
    expect(await admin.call(operationsApi.getVersion)).toEqual({ version: "0.2.0" });
    const agent = await portal.as(await buildUser({ role: "agent" }));
    await agent.refused(403, operationsApi.getVersion);
  });

  it("describes every endpoint of the contract as OpenAPI", async () => {
    const description = (await portal.visitor().call(operationsApi.getOpenApi)) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const endpoints = Object.values(api).flatMap(
      (table) => Object.values(table) as EndpointShape[],
    );
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
      expect(
        description.paths[path]?.[endpoint.method.toLowerCase()],
        `${endpoint.method} ${path}`,
      ).toBeDefined();
    }
  });

  it("answers unknown calls with JSON, never with the page", { tags: ["D-168"] }, async () => {
    const answer = await portal.visitor().request({ method: "GET", url: "/api/unknown" });
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ message: "Not found", code: "route.unknown" });
  });

  it("refuses an address that cannot be read with 400", async () => {
    const answer = await portal.visitor().request({ method: "GET", url: "/api/invitations/%zz" });
    expect(answer.status).toBe(400);
  });
});
