import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { DevelopersScreen } from "./developers-screen.tsx";

const error = (description: string) => ({ description });
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const page = {
  operationId: "caseLists.page",
  tags: ["caseLists"],
  summary: "A page of cases",
  "x-door": "signedIn",
  "x-scope": "cases:read",
  "x-cursor": "Give `next` as `after`.",
  parameters: [
    { name: "after", in: "query", required: false, schema: { type: "string" } },
    { name: "limit", in: "query", required: false, schema: { type: "string" } },
  ],
  responses: {
    "200": { description: "Done", ...json({ $ref: "#/components/schemas/CasePage" }) },
    "401": error("Please sign in\nThis token is not valid"),
  },
};
const create = {
  operationId: "tokens.create",
  tags: ["tokens"],
  summary: "Create a token",
  "x-door": "bureau",
  "x-scope": "session",
  parameters: [],
  requestBody: json({
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  }),
  responses: { "201": { description: "Done" }, "409": error("At most 10 tokens") },
};
const note = {
  operationId: "activity.createNote",
  tags: ["activity"],
  summary: "Note something",
  "x-door": "admin",
  "x-scope": "messages:write",
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" }, example: 14 }],
  requestBody: json({
    type: "object",
    properties: { message: { type: "string" }, more: { type: "number" } },
    required: ["message"],
  }),
  responses: { "201": { description: "Done" } },
};
const description = {
  servers: [{ url: "https://portal.example" }],
  paths: {
    "/api/cases/page": { get: page },
    "/api/tokens": { post: create },
    "/api/cases/{id}/internal-notes": { post: note },
  },
  components: {
    schemas: {
      CasePage: {
        type: "object",
        properties: {
          rows: { type: "array", items: { type: "object" } },
          next: { type: ["string", "null"] },
        },
        required: ["rows", "next"],
      },
    },
  },
};

async function show(answer: object = { body: description }) {
  const server = answerWith({ "GET /api/openapi.json": answer });
  const router = createRouter({
    routeTree: createRootRoute({ component: DevelopersScreen }),
    history: createMemoryHistory(),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return server;
}

const open = (call: string) => fireEvent.click(screen.getByRole("button", { name: call }));

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the page for developers", () => {
  it(
    "shows every call and asks for nothing but the description",
    { tags: ["W-API-015"] },
    async () => {
      const server = await show();
      await screen.findByText("3 calls");
      for (const call of [
        "GET /api/cases/page",
        "POST /api/tokens",
        "POST /api/cases/{id}/internal-notes",
      ])
        expect(screen.getByRole("button", { name: call })).toBeDefined();
      expect(server.received.map(({ url }) => url)).toEqual(["/api/openapi.json"]);
    },
  );

  it("tells door, scope, parameters, answer, refusals and paging of a call, and how it is made", async () => {
    await show();
    await screen.findByText("3 calls");
    open("GET /api/cases/page");
    expect(screen.getByText("Whoever is signed in")).toBeDefined();
    expect(screen.getByText("cases:read")).toBeDefined();
    expect(screen.getByText("after")).toBeDefined();
    expect(screen.getByText(/next: string \| null/)).toBeDefined();
    expect(screen.getByText("Please sign in · This token is not valid")).toBeDefined();
    expect(screen.getByText("Give `next` as `after`.")).toBeDefined();
    expect(
      screen.getByText(/^curl "https:\/\/portal\.example\/api\/cases\/page"/).textContent,
    ).toBe(
      'curl "https://portal.example/api/cases/page" \\\n  -H "Authorization: Bearer $PORTAL_TOKEN"',
    );
  });

  it("gives what has to be sent in its examples, and no token", async () => {
    await show();
    await screen.findByText("3 calls");
    open("POST /api/cases/{id}/internal-notes");
    const code = screen.getByText(/await fetch/).textContent;
    expect(code).toContain('fetch("https://portal.example/api/cases/14/internal-notes"');
    expect(code).toContain('body: JSON.stringify({"message":"text"})');
    expect(code).toContain("process.env.PORTAL_TOKEN");
    const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText: copied } });
    fireEvent.click(
      screen.getByRole("button", {
        name: "Copy the fetch example of POST /api/cases/{id}/internal-notes",
      }),
    );
    expect(copied).toHaveBeenCalledWith(code);
  });

  it("gives no example of what only a session may do", async () => {
    await show();
    await screen.findByText("3 calls");
    open("POST /api/tokens");
    expect(screen.getByText("None: only with a session")).toBeDefined();
    expect(screen.queryByText(/await fetch/)).toBeNull();
  });

  it("finds calls by their words and by module", async () => {
    await show();
    await screen.findByText("3 calls");
    fireEvent.change(screen.getByLabelText("Search calls"), { target: { value: "messages note" } });
    await screen.findByText("1 call");
    fireEvent.change(screen.getByLabelText("Search calls"), { target: { value: "" } });
    const modules = screen.getByRole("navigation", { name: "Modules" });
    fireEvent.click(within(modules).getByRole("button", { name: "tokens" }));
    await screen.findByText("1 call");
    expect(screen.getByRole("button", { name: "POST /api/tokens" })).toBeDefined();
  });

  it("says when the description cannot be read, and tries again", async () => {
    await show({ status: 503, body: { message: "Busy", code: "service.unavailable" } });
    await screen.findByText("The calls could not be loaded.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
  });
});
