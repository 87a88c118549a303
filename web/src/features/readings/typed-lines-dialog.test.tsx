import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { buildReading, nadimLines } from "#web/testing/reading-records.ts";
import { TypedLinesDialog } from "./typed-lines-dialog.tsx";

const nadim = { id: 3, fullName: "Nadim Sarrouf" };

function show() {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    "POST /api/cases/7/lines": { body: buildReading({ state: null, page: null }) },
    "PATCH /api/applicants/3": { body: { ...nadim, caseId: 7, version: 5 } },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TypedLinesDialog caseId={7} person={nadim} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return server;
}

const line = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(line(name), { target: { value } });

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("two lines that somebody types", () => {
  it(
    "are counted, and a wrong digit is told as soon as it stands there",
    { tags: ["W-PAS-017"] },
    () => {
      const server = show();
      type("Line 2", "lr00123461");
      expect(line("Line 2").value).toBe("LR00123461");
      expect(screen.getByText("10 of 44")).toBeTruthy();
      expect(screen.getByRole("status").textContent).toContain(
        "Wrong check digit: passport number",
      );
      expect(screen.getByRole("status").querySelector("mark")?.textContent).toBe("1");
      type("Line 2", "LR00123451");
      expect(screen.queryByText(/^Wrong check digit/)).toBeNull();
      type("Line 1", "P«");
      expect(screen.getByText("Only A to Z, 0 to 9 and < are allowed")).toBeTruthy();
      expect(server.received).toEqual([]);
    },
  );

  it(
    "may be pasted with blanks and line ends, and are kept nowhere before a value is used",
    { tags: ["W-PAS-017"] },
    async () => {
      const server = show();
      type(
        "Line 1",
        `${nadimLines[0]}\r\n ${nadimLines[1].slice(0, 20)} ${nadimLines[1].slice(20)}`,
      );
      expect(line("Line 1").value).toBe(nadimLines[0]);
      expect(line("Line 2").value).toBe(nadimLines[1]);
      const use = await screen.findByRole("button", { name: "Use: Passport number" });
      const changes = () => server.received.filter(({ method }) => method === "PATCH");
      expect(changes()).toEqual([]);
      expect(JSON.parse(server.to("/api/cases/7/lines")[0]?.body ?? "")).toEqual({
        lines: nadimLines,
        applicantId: 3,
      });
      fireEvent.click(use);
      const row = screen.getByRole("row", { name: /^Passport number/ });
      await waitFor(() => expect(within(row).getByText("Used")).toBeTruthy());
      expect(JSON.parse(changes()[0]?.body ?? "")).toEqual({
        fullName: "Nadim Sarrouf",
        passportNumber: "LR0012345",
      });
      expect(changes()[0]?.headers.get("If-Match")).toBe('"4"');
    },
  );
});
