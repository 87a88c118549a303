import { RouterProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { PassportReading } from "contract/readings";
import { FakeStream } from "#web/api/fake-stream.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { router } from "#web/router.tsx";
import { buildDocument, buildQueueRow } from "#web/testing/queue-records.ts";
import { buildFields, buildReading } from "#web/testing/reading-records.ts";

const rule = {
  label: "Passport",
  form: null,
  help: null,
  note: null,
  window: { basis: "expiry-date" as const, days: 180, warnDays: 30, referenceDay: "2026-12-12" },
};
const waiting = buildQueueRow({
  rule,
  document: buildDocument({
    category: "passport",
    // A Word file: nothing is drawn of it.
    originalName: "Main - Passport.docx",
    mimeType: "application/msword",
  }),
});

let nextUser = 4000;

async function openDesk(reading: PassportReading) {
  nextUser += 1;
  const names = { firstName: "Leila", lastName: "Demirtas", profileImageUrl: null };
  let rows = [waiting];
  const server = answerWith({
    "GET /api/user": {
      body: { ...names, id: nextUser, email: "l@example.com", role: "admin", isAdmin: true },
    },
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    "GET /api/reviews/count": { body: { count: 1 } },
    "GET /api/reviews": () => ({ body: { total: rows.length, next: null, rows } }),
    "GET /api/documents/1/reading": { body: reading },
    "POST /api/documents/1/reviews": () => {
      rows = [];
      const review = { id: 9, documentId: 1, decision: "accepted", by: null };
      return { status: 201, body: { document: waiting.document, review } };
    },
  });
  render(<RouterProvider router={router} />);
  await act(() => router.navigate({ href: "/review" }));
  await screen.findByRole("region", { name: "Read from the passport" });
  await screen.findByRole("group", { name: "The two lines of the passport" });
  const accepted = () =>
    server.to("/api/documents/1/reviews").map(({ body }) => JSON.parse(body) as object);
  return { accepted };
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const dayField = () => screen.getByLabelText<HTMLInputElement>("Expires on");

// The code of the screen is there before the first test looks for it.
beforeAll(() => import("./review-screen.tsx"), 30_000);
beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  vi.stubGlobal("EventSource", FakeStream);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a passport at the review desk", () => {
  it(
    "has its proven expiry filled in, which Accept alone saves",
    { tags: ["W-MRZ-046"] },
    async () => {
      const { accepted } = await openDesk(buildReading());
      await waitFor(() => expect(dayField().value).toBe("2031-07-04"));
      expect(accepted()).toEqual([]);
      press("a");
      await waitFor(() =>
        expect(accepted()).toEqual([
          expect.objectContaining({ decision: "accepted", expiresOn: "2031-07-04" }),
        ]),
      );
    },
  );

  it("has none filled in that is doubtful", { tags: ["W-MRZ-046"] }, async () => {
    const fields = buildFields({ passportExpiresOn: { mark: "doubtful" } });
    await openDesk(buildReading({ fields }));
    expect(dayField().value).toBe("");
  });

  it("says once how long it is valid", { tags: ["W-MRZ-047"] }, async () => {
    const text = "Only 97 days left on 12 Dec 2026; 180 are asked for.";
    const fields = buildFields({ passportExpiresOn: { value: "2027-03-19" } });
    await openDesk(buildReading({ fields, warnings: [{ code: "expires_soon", text }] }));
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/at least 180 are needed/)).toBeNull();
    // Of another day only the desk knows.
    fireEvent.change(dayField(), { target: { value: "2027-01-01" } });
    expect(screen.getByText(/^Only 20 days left on 12 Dec 2026; at least/)).toBeTruthy();
  });

  it(
    "is accepted after one more question where a warning asks it",
    { tags: ["W-MRZ-049"] },
    async () => {
      const { accepted } = await openDesk(
        buildReading({
          warnings: [
            {
              code: "number_elsewhere",
              text: "The same passport number is in VU-2026-0006.",
              caseId: "VU-2026-0006",
            },
            { code: "expired", text: "Expired on 4 Jul 2021." },
            { code: "name_longer", text: "The passport has other or more given names: X." },
          ],
        }),
      );
      press("a");
      const question = await screen.findByRole("alertdialog", { name: "Accept anyway?" });
      expect(question.textContent).toContain("Expired on 4 Jul 2021.");
      expect(accepted()).toEqual([]);
      fireEvent.click(screen.getByRole("button", { name: "Accept", hidden: false }));
      await waitFor(() =>
        expect(accepted()).toEqual([
          expect.objectContaining({ warningsIgnored: ["number_elsewhere", "expired"] }),
        ]),
      );
    },
  );

  it("is accepted at once where no warning asks", async () => {
    const { accepted } = await openDesk(
      buildReading({ warnings: [{ code: "unsure", text: "Compare each value." }] }),
    );
    press("a");
    await waitFor(() => expect(accepted()).toHaveLength(1));
    expect(accepted()[0]).not.toHaveProperty("warningsIgnored");
  });

  it(
    "links to the case with the same number for whoever may see it",
    { tags: ["W-PAS-015"] },
    async () => {
      const text = "The same passport number is in VU-2026-0006.";
      await openDesk(
        buildReading({ warnings: [{ code: "number_elsewhere", text, caseId: "VU-2026-0006" }] }),
      );
      const link = screen.getByRole("link", { name: "VU-2026-0006" });
      expect(link.getAttribute("href")).toBe("/case/VU-2026-0006");
      expect(link.parentElement?.textContent).toBe(text);
    },
  );
});
