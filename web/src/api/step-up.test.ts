import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { casesApi } from "contract/cases";
import { stepUpApi } from "contract/step-up";
import { usersApi } from "contract/users";
import { call, read } from "./client.ts";
import { clearCsrfToken } from "./csrf.ts";
import { currentUserQuery } from "./current-user.ts";
import { queryClient } from "./query.ts";
import { stepUpQuestion } from "./step-up.ts";
import { answerWith } from "./test-server.ts";

const token = { "GET /api/csrf-token": { body: { csrfToken: "t" } } };
const refusal = {
  status: 403,
  body: { message: "Please confirm that it is you", code: "step_up_required" },
};
const done = { body: { message: "Done" } };
const removal = { params: { id: 7 } } as const;

let stopShowing = (): void => undefined;

/** As the shell does; the question is answered as soon as it is asked. */
function show(isProven: () => boolean | null): { asked: number } {
  const shown = { asked: 0 };
  stopShowing = stepUpQuestion.subscribe(() => {
    if (!stepUpQuestion.read()) return;
    shown.asked += 1;
    const proven = isProven();
    if (proven !== null) queueMicrotask(() => stepUpQuestion.end(proven));
  });
  return shown;
}

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  stopShowing();
  vi.unstubAllGlobals();
});

it("a call that lacks a proof waits for it, and is made again as it was", async () => {
  let isProven = false;
  const server = answerWith({
    ...token,
    "POST /api/invitations": () => (isProven ? { status: 201, body: {} } : refusal),
  });
  const shown = show(() => (isProven = true));
  const body = { email: "new@example.com", role: "admin" } as const;
  await call(usersApi.invite, { body });
  const [first, second] = server.to("/api/invitations");
  expect(shown.asked).toBe(1);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers.get("idempotency-key")).toBe(first?.headers.get("idempotency-key"));
  expect(second?.headers.get("x-csrf-token")).toBe("t");
});

it("a call fails as it was refused when no proof is given", async () => {
  const server = answerWith({ ...token, "DELETE /api/cases/7": refusal });
  show(() => false);
  await expect(call(casesApi.remove, removal)).rejects.toMatchObject({ code: "step_up_required" });
  expect(server.to("/api/cases/7")).toHaveLength(1);
});

it("is asked once, however many calls wait", async () => {
  let isProven = false;
  answerWith({
    ...token,
    "DELETE /api/cases/7": () => (isProven ? done : refusal),
    "DELETE /api/cases/8": () => (isProven ? done : refusal),
  });
  const shown = show(() => null);
  const calls = [7, 8].map((id) => call(casesApi.remove, { params: { id } }));
  await vi.waitFor(() => expect(stepUpQuestion.read()).toBe(true));
  isProven = true;
  stepUpQuestion.end(true);
  await Promise.all(calls);
  expect(shown.asked).toBe(1);
});

it("is not asked where nobody could answer", async () => {
  answerWith({ ...token, "DELETE /api/cases/7": refusal });
  await expect(call(casesApi.remove, removal)).rejects.toMatchObject({ status: 403 });
});

it("a reading that the new token of the session has overtaken is made again, and signs nobody out", async () => {
  const user = { id: 1 } as never;
  queryClient.setQueryData(currentUserQuery.queryKey, user);
  let isRenewed = false;
  let answerOld = (): void => undefined;
  const old = new Promise<void>((resolve) => (answerOld = resolve));
  answerWith({
    ...token,
    "POST /api/step-up/password": () => {
      isRenewed = true;
      return done;
    },
    "GET /api/cases": () =>
      isRenewed ? { body: [] } : { status: 401, body: { message: "Please sign in" } },
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init);
    if (answer.status === 401) await old;
    return answer;
  });
  const reading = queryClient.fetchQuery(read(casesApi.list));
  await call(stepUpApi.byPassword, { body: { password: "x" } });
  answerOld();
  expect(await reading).toEqual([]);
  expect(queryClient.getQueryData(currentUserQuery.queryKey)).toBe(user);
});

it("a 401 while nothing is renewed ends the session as always", async () => {
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 1 } as never);
  const unsigned = { status: 401, body: { message: "Please sign in", code: "session.missing" } };
  const server = answerWith({ ...token, "POST /api/step-up/password": unsigned });
  await expect(call(stepUpApi.byPassword, { body: { password: "x" } })).rejects.toMatchObject({
    status: 401,
  });
  expect(server.to("/api/step-up/password")).toHaveLength(1);
  expect(queryClient.getQueryData(currentUserQuery.queryKey)).toBeNull();
});
