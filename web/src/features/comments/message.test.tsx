import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Comment } from "contract/comments";
import type { CurrentUser } from "contract/session";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildComment } from "#web/testing/records.ts";
import { Threads } from "./thread-view.tsx";

const caseFile = { id: 7, caseId: "VU-2026-0007", title: "A case" };
const LONG_NAME = "Certified translation of the police certificate of Nadim 2026-08-14.pdf";

function show(comments: readonly Comment[], { hasHover = true } = {}) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("(hover: none)") && !hasHover,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const onAnswer = vi.fn<(comment: Comment) => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <Threads caseFile={caseFile} comments={comments} day="2026-01-01" onAnswer={onAnswer} />
    </QueryClientProvider>,
  );
  return onAnswer;
}

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.setQueryData<CurrentUser>(currentUserQuery.queryKey, {
    id: 1,
    email: "leila@example.com",
    firstName: "Leila",
    lastName: "Admin",
    profileImageUrl: null,
    isAdmin: true,
    role: "agent",
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says everybody's name and time before each message, also where it is not drawn again", () => {
  show([buildComment({ id: 1 }), buildComment({ id: 2, message: "One more" })]);
  for (const message of screen.getAllByRole("article")) {
    expect(message.textContent).toContain("Amina Rahman");
    const time = message.querySelector("time");
    expect(time?.textContent.replaceAll(/\s/g, " ").toLowerCase()).toBe("12:00 pm");
    expect(time?.title.replaceAll(/\s/g, " ").toLowerCase()).toBe("1 jan 2026, 12:00 pm");
  }
});

it("keeps the end of an attachment's name in sight", () => {
  show([buildComment({ attachmentOriginalName: LONG_NAME, attachmentFileName: "a1" })]);
  const file = screen.getByRole("button", { name: `Download ${LONG_NAME}` });
  expect(file.querySelector("[title]")?.getAttribute("title")).toBe(LONG_NAME);
  expect(file.querySelector(".shrink-0[dir=ltr]")?.textContent).toBe(".pdf");
});

it("has thumb and answer at hand for mouse and keyboard", () => {
  const onAnswer = show([buildComment({ id: 3 })]);
  expect(screen.getByRole("button", { name: "Thumbs up" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Reply to Amina Rahman" }));
  expect(onAnswer.mock.lastCall?.[0].id).toBe(3);
});

it("has them for fingers behind one button, and behind the message when it is held", async () => {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    "POST /api/comments/3/reactions": { body: [] },
  });
  const onAnswer = show([buildComment({ id: 3 })], { hasHover: false });
  expect(screen.queryByRole("button", { name: "Reply to Amina Rahman" })).toBeNull();
  fireEvent.pointerDown(screen.getByText("Hello"), { pointerType: "touch" });
  act(() => {
    vi.advanceTimersByTime(500);
  });
  fireEvent.click(screen.getByRole("menuitem", { name: "Reply" }));
  expect(onAnswer.mock.lastCall?.[0].id).toBe(3);

  fireEvent.keyDown(screen.getByRole("button", { name: "Actions for Amina Rahman" }), {
    key: "Enter",
  });
  fireEvent.click(screen.getByRole("menuitem", { name: "Thumbs up" }));
  await vi.waitFor(() => expect(server.to("/api/comments/3/reactions")).toHaveLength(1));
});

it("leaves a scrolling finger and what is on its way alone", () => {
  show([buildComment({ id: 3 }), buildComment({ id: -1, message: "On its way" })], {
    hasHover: false,
  });
  fireEvent.pointerDown(screen.getByText("Hello"), { pointerType: "touch", clientY: 0 });
  fireEvent.pointerMove(screen.getByText("Hello"), { pointerType: "touch", clientY: 40 });
  fireEvent.pointerDown(screen.getByText("On its way"), { pointerType: "touch" });
  act(() => {
    vi.advanceTimersByTime(500);
  });
  expect(screen.queryByRole("menu")).toBeNull();
});

it(
  "tells of a message that came by mail beside its time, also behind others",
  { tags: ["W-RPL-028"] },
  () => {
    show([buildComment({ id: 1 }), buildComment({ id: 2, source: "mail" })]);
    const [written, mailed] = screen.getAllByRole("article");
    expect(written?.textContent).not.toContain("by mail");
    const time = mailed?.querySelector("time");
    expect(time?.nextElementSibling?.textContent.trim()).toBe("by mail");
    expect(time?.parentElement?.className).not.toContain("sr-only");
  },
);
