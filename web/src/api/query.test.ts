import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentUserQuery } from "./current-user.ts";
import { invalidateKeys, invalidatePaths, isBelow, isNamedBy, queryClient } from "./query.ts";
import { answerWith } from "./test-server.ts";

beforeEach(() => queryClient.clear());
afterEach(() => void vi.unstubAllGlobals());

describe("queries", () => {
  it(
    "read the first element of their key as the path",
    { tags: ["C-CSRF-008", "C-CSRF-010"] },
    async () => {
      answerWith({ "GET /api/cases": { body: [{ id: 1 }] } });
      expect(await queryClient.fetchQuery({ queryKey: ["/api/cases"] })).toEqual([{ id: 1 }]);
    },
  );

  it("never refetch by themselves, go stale or try again", { tags: ["C-CSRF-011..015"] }, () => {
    const { queries, mutations } = queryClient.getDefaultOptions();
    expect(queries).toMatchObject({
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    });
    expect(mutations).toMatchObject({ retry: false });
  });

  it(
    "take a 401 as an error, and as nobody for the current user",
    { tags: ["C-CSRF-009", "CI-SIGN-017"] },
    async () => {
      const refused = { status: 401, body: { message: "Please sign in", code: "session.missing" } };
      const server = answerWith({ "GET /api/cases": refused, "GET /api/user": refused });
      expect(await queryClient.fetchQuery(currentUserQuery)).toBeNull();
      expect(server.to("/api/user")).toHaveLength(1);
      await expect(queryClient.fetchQuery({ queryKey: ["/api/cases"] })).rejects.toThrow("401: ");
    },
  );
});

describe("paths that have become stale", () => {
  it("take along what lies below them, and nothing that merely begins alike", () => {
    expect(isBelow("/api/cases", "/api/cases")).toBe(true);
    expect(isBelow("/api/cases/7/comments?page=2", "/api/cases/7")).toBe(true);
    expect(isBelow("/api/cases?sort=title", "/api/cases")).toBe(true);
    expect(isBelow("/api/cases/77", "/api/cases/7")).toBe(false);
    expect(isBelow("/api/invoices", "/api/cases")).toBe(false);
  });

  it("mark only what lies below as to be read anew", async () => {
    queryClient.setQueryData(["/api/cases/7"], {});
    queryClient.setQueryData(["/api/invoices"], []);
    await invalidatePaths(["/api/cases"]);
    expect(queryClient.getQueryState(["/api/cases/7"])?.isInvalidated).toBe(true);
    expect(queryClient.getQueryState(["/api/invoices"])?.isInvalidated).toBe(false);
  });
});

describe("what has become stale while it is first read", () => {
  it.each([
    ["by a change of this page", () => invalidatePaths(["/api/cases/7"])],
    ["by a live update", () => invalidateKeys(["/api/cases/7/*"])],
  ])("%s is read once more: the answer may be older", async (_, makeStale) => {
    const unread = "/api/cases/7/unread-count";
    let answerFirst: (count: number) => void = () => undefined;
    const first = new Promise<number>((resolve) => (answerFirst = resolve));
    const answers = [first, Promise.resolve(1)];
    const observer = new QueryObserver(queryClient, {
      queryKey: [unread],
      queryFn: () => answers.shift() ?? -1,
    });
    const leave = observer.subscribe(() => undefined);
    const isRead = makeStale();
    answerFirst(0);
    await isRead;
    expect(queryClient.getQueryData([unread])).toBe(1);
    expect(answers).toEqual([]);
    leave();
  });

  it("counts as stale when nobody looks at it any more", async () => {
    let answer: (count: number) => void = () => undefined;
    const queryFn = () => new Promise<number>((resolve) => (answer = resolve));
    const reading = queryClient.prefetchQuery({ queryKey: ["/api/cases/7"], queryFn });
    const isMarked = invalidatePaths(["/api/cases"]);
    answer(0);
    await Promise.all([reading, isMarked]);
    expect(queryClient.getQueryState(["/api/cases/7"])?.isInvalidated).toBe(true);
  });
});

describe("the keys of a live update", () => {
  it("name one reading, whatever its query, or with a star all that start so", () => {
    expect(isNamedBy("/api/cases", "/api/cases")).toBe(true);
    expect(isNamedBy("/api/cases", "/api/cases?sort=title")).toBe(true);
    expect(isNamedBy("/api/cases", "/api/cases/7")).toBe(false);
    expect(isNamedBy("/api/cases/7/*", "/api/cases/7/comments?page=2")).toBe(true);
    expect(isNamedBy("*", "/api/user")).toBe(true);
  });
});
