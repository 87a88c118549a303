import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ReadingBadge as Badge } from "contract/readings";
import { FakeStream } from "#web/api/fake-stream.ts";
import { followEvents } from "#web/api/live.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildDocument } from "#web/testing/queue-records.ts";
import { ReadingBadge } from "./reading-badge.tsx";
import { mayReadAgain, useReadings } from "./readings.queries.ts";

const badge = (fields: Partial<Badge>): Badge => ({
  documentId: 1,
  state: "read",
  problem: null,
  isOpen: false,
  ...fields,
});

function List() {
  const { data } = useReadings(7, true);
  return <ReadingBadge badge={data?.find(({ documentId }) => documentId === 1)} />;
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe("the badge of a passport", () => {
  it.each([
    [badge({ state: "running" }), "Being read"],
    [badge({}), "Read"],
    [badge({ isOpen: true }), "Compare"],
    [badge({ state: "partial" }), "Read"],
    [badge({ state: "unreadable", problem: "no_lines" }), "Not readable"],
    [badge({ state: "failed", problem: "timeout" }), "Not readable"],
    [badge({ state: "cleared" }), ""],
    [undefined, ""],
  ])("of %o says %s", (given, word) => {
    expect(render(<ReadingBadge badge={given} />).container.textContent).toBe(word);
  });

  it(
    "turns to its result when the server says that it is there",
    { tags: ["W-MRZ-053"] },
    async () => {
      vi.stubGlobal("EventSource", FakeStream);
      let now = badge({ state: "running" });
      answerWith({ "GET /api/cases/7/readings": () => ({ body: [now] }) });
      const stop = followEvents();
      render(
        <QueryClientProvider client={queryClient}>
          <List />
        </QueryClientProvider>,
      );
      expect(await screen.findByText("Being read")).toBeTruthy();
      now = badge({ isOpen: true });
      const told = { data: JSON.stringify({ keys: ["/api/cases/7/readings"] }) };
      act(() => {
        FakeStream.opened.at(-1)?.dispatchEvent(new MessageEvent("message", told));
      });
      expect(await screen.findByText("Compare")).toBeTruthy();
      stop();
    },
  );
});

describe("reading a passport again", () => {
  it.each([
    [undefined, true],
    [badge({}), true],
    [badge({ state: "cleared" }), true],
    [badge({ state: "failed", problem: "timeout" }), true],
    [badge({ state: "queued" }), false],
    [badge({ state: "running" }), false],
    [badge({ state: "unreadable", problem: "locked" }), false],
    [badge({ state: "unreadable", problem: "word" }), false],
  ])("is offered where it may help: %j", (known, isOffered) => {
    expect(mayReadAgain(buildDocument({ category: "passport" }), known)).toBe(isOffered);
    expect(mayReadAgain(buildDocument({ category: "cv" }), known)).toBe(false);
  });
});
