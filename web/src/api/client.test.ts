import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { casesApi } from "contract/cases";
import { sessionApi } from "contract/session";
import { ApiError } from "./api-error.ts";
import { call } from "./client.ts";
import { clearCsrfToken } from "./csrf.ts";
import { currentUserQuery } from "./current-user.ts";
import { errorSentence, showFieldErrors } from "./error-sentence.ts";
import { queryClient } from "./query.ts";
import { urlOf } from "./request.ts";
import { answerWith } from "./test-server.ts";

const token = { "GET /api/csrf-token": { body: { csrfToken: "t-1" } } };
const removal = { params: { id: 7 } } as const;

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const failure = await work.catch((error: unknown) => error);
  if (!(failure instanceof ApiError))
    throw new Error("The call was expected to fail with an answer");
  return failure;
}

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("calls", () => {
  it(
    "send credentials, JSON and a CSRF token that was fetched before",
    { tags: ["CI-CSRF-001..002", "C-CSRF-003"] },
    async () => {
      const server = answerWith({
        ...token,
        "POST /api/login": { body: { requiresOtp: false, deviceName: null } },
      });
      await call(sessionApi.login, {
        body: { email: "a@b.example", password: "x" },
        headers: { "X-Device-Hash": "abc" },
      });
      const [asked] = server.to("/api/login");
      expect(server.received.map((each) => each.url)).toEqual(["/api/csrf-token", "/api/login"]);
      expect(server.received.every((each) => each.credentials === "include")).toBe(true);
      expect(asked?.headers.get("x-csrf-token")).toBe("t-1");
      expect(asked?.headers.get("content-type")).toBe("application/json");
      expect(asked?.headers.get("x-device-hash")).toBe("abc");
      expect(JSON.parse(asked?.body ?? "")).toEqual({ email: "a@b.example", password: "x" });
    },
  );

  it("fetch the CSRF token once", { tags: ["C-CSRF-005"] }, async () => {
    const server = answerWith({ ...token, "DELETE /api/cases/7": {} });
    await Promise.all([call(casesApi.remove, removal), call(casesApi.remove, removal)]);
    await call(casesApi.remove, removal);
    expect(server.to("/api/csrf-token")).toHaveLength(1);
  });

  it(
    "fetch a new token after any 403, without trying again by themselves",
    { tags: ["C-CSRF-006", "D-100"] },
    async () => {
      const server = answerWith({
        ...token,
        "DELETE /api/cases/7": {
          status: 403,
          body: { message: "Invalid CSRF token", code: "csrf" },
        },
      });
      await failureOf(call(casesApi.remove, removal));
      expect(server.to("/api/cases/7")).toHaveLength(1);
      await failureOf(call(casesApi.remove, removal));
      expect(server.to("/api/csrf-token")).toHaveLength(2);
    },
  );

  it(
    "are sent without the header when no token can be fetched, and say so in the log",
    { tags: ["C-CSRF-007"] },
    async () => {
      const log = vi.spyOn(console, "error").mockReturnValue();
      const server = answerWith({
        "GET /api/csrf-token": new TypeError("Failed to fetch"),
        "DELETE /api/cases/7": {},
      });
      await call(casesApi.remove, removal);
      expect(server.to("/api/cases/7")[0]?.headers.has("x-csrf-token")).toBe(false);
      expect(log).toHaveBeenCalledOnce();
    },
  );

  it("carry the version that an edit is based on", async () => {
    const server = answerWith({ ...token, "DELETE /api/cases/7": {} });
    await call(casesApi.remove, { ...removal, version: 3 });
    expect(server.to("/api/cases/7")[0]?.headers.get("if-match")).toBe('"3"');
  });

  it("fill in paths and leave out what is not asked for", () => {
    expect(urlOf(casesApi.get, { params: { caseId: "VU 2025/1" } })).toBe(
      "/api/cases/by-case-id/VU%202025%2F1",
    );
    expect(urlOf(casesApi.list)).toBe("/api/cases");
  });
});

describe("creating calls", () => {
  const body = { title: "Al Mansouri Family" } as never;
  const keys = (server: ReturnType<typeof answerWith>) =>
    server.received
      .filter((each) => each.method === "POST")
      .map((each) => each.headers.get("idempotency-key"));

  it("keep their key when no answer came, and take a new one after an answer", async () => {
    let isDown = true;
    const server = answerWith({
      ...token,
      "POST /api/cases": () => (isDown ? new TypeError("Failed to fetch") : { status: 201 }),
    });
    await expect(call(casesApi.create, { body })).rejects.toThrow("Failed to fetch");
    isDown = false;
    await call(casesApi.create, { body });
    await call(casesApi.create, { body });
    const [first, second, third] = keys(server);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
});

describe("failures", () => {
  it("read '{status}: {body}'", { tags: ["C-CSRF-016"] }, async () => {
    answerWith({ ...token, "DELETE /api/cases/7": { status: 500, body: "it broke" } });
    expect((await failureOf(call(casesApi.remove, removal))).message).toBe("500: it broke");
  });

  it("use the status text when the body is empty", { tags: ["C-CSRF-017"] }, async () => {
    answerWith({ ...token, "DELETE /api/cases/7": { status: 500, body: "" } });
    expect((await failureOf(call(casesApi.remove, removal))).message).toBe(
      "500: Internal Server Error",
    );
  });

  it(
    "show the server's sentence, else the raw body, else the fallback",
    { tags: ["C-ERR-006", "D-109"] },
    () => {
      const failed = (body: string) =>
        new ApiError({ status: 400, statusText: "Bad Request", body });
      expect(errorSentence(failed(`{"message":"Case ID already exists"}`), "Failed")).toBe(
        "Case ID already exists",
      );
      expect(errorSentence(failed("plain words"), "Failed")).toBe("plain words");
      expect(errorSentence(failed(""), "Failed")).toBe("Failed");
      expect(errorSentence(failed("<html><body>502</body></html>"), "Failed")).toBe("Failed");
      expect(errorSentence(new TypeError("Failed to fetch"), "Failed")).toBe("Failed");
    },
  );

  it.each([
    ["", "Failed to upload documents"],
    ["<html><body>413 Request Entity Too Large</body></html>", "Failed to upload documents"],
    ["Request Entity Too Large", "Failed to upload documents."],
  ])("say that the file is too large when a proxy did not let it through: %j", (body, given) => {
    const error = new ApiError({ status: 413, statusText: "Content Too Large", body });
    expect(errorSentence(error, given)).toBe("Failed to upload documents. The file is too large.");
  });

  it("tell which fields are wrong", () => {
    const body = JSON.stringify({
      message: "Title is required",
      code: "request.invalid",
      fields: { title: "Title is required" },
    });
    const setError = vi.fn<(name: string, problem: { message: string }) => void>();
    const error = new ApiError({ status: 400, statusText: "Bad Request", body });
    expect(showFieldErrors(error, ["title", "status"], setError)).toBe(true);
    expect(setError.mock.calls).toEqual([["title", { message: "Title is required" }]]);
  });
});

describe("the end of a session", () => {
  const user = {
    id: 1,
    email: "a@b.example",
    firstName: null,
    lastName: null,
    profileImageUrl: null,
    isAdmin: true,
    role: "admin",
  } as const;

  it("a 401 during use makes the current user nobody", { tags: ["D-107"] }, async () => {
    queryClient.setQueryData(currentUserQuery.queryKey, user);
    answerWith({
      ...token,
      "DELETE /api/cases/7": {
        status: 401,
        body: { message: "Please sign in", code: "session.missing" },
      },
    });
    await failureOf(call(casesApi.remove, removal));
    expect(queryClient.getQueryData(currentUserQuery.queryKey)).toBeNull();
  });

  it("a 401 of the sign-in itself changes nothing", { tags: ["D-107"] }, async () => {
    queryClient.setQueryData(currentUserQuery.queryKey, user);
    answerWith({
      ...token,
      "POST /api/login": {
        status: 401,
        body: { message: "Invalid email or password", code: "session.credentials" },
      },
    });
    await failureOf(call(sessionApi.login, { body: { email: "a@b.example", password: "x" } }));
    expect(queryClient.getQueryData(currentUserQuery.queryKey)).toEqual(user);
  });
});
