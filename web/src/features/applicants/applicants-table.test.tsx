import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Applicant } from "contract/applicants";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { bureauDay } from "#web/format/time.ts";
import { ApplicantsEditor } from "./applicants-editor.tsx";

const PATH = "/api/cases/7/applicants";
const amina: Applicant = {
  id: 1,
  caseId: 7,
  fullName: "Amina Rahman",
  category: "Main Applicant",
  gender: "female",
  dateOfBirth: null,
  nationality: null,
  maritalStatus: null,
  residences: null,
  passportName: null,
  passportEnding: null,
  passportCountry: null,
  passportExpiresOn: null,
  placeOfBirth: null,
  passportDocumentId: null,
  version: 1,
};
const child: Applicant = { ...amina, id: 2, fullName: "", category: "Dependent Child" };

function show(stored: Applicant[]) {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    [`GET ${PATH}`]: { body: stored },
    [`POST ${PATH}`]: { body: [amina, child] },
  });
  queryClient.setQueryData(currentUserQuery.queryKey, { role: "client", isAdmin: false } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <ApplicantsEditor
        caseFile={{
          id: 7,
          caseId: "VU-2026-0007",
          title: "Amina Rahman - Citizenship",
          gender: "Ms.",
          numberOfApplicants: 2,
          citizenshipProgram: "vanuatu" as const,
        }}
      />
    </QueryClientProvider>,
  );
  return server;
}

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the table of applicants", () => {
  it(
    "has five columns, the first person tagged 'Primary'",
    { tags: ["C-APPL-001..005", "C-APPL-007"] },
    async () => {
      show([amina, child]);
      const columns = await screen.findAllByRole("columnheader");
      expect(columns.map(({ textContent }) => textContent)).toEqual([
        "#",
        "Full Name",
        "Category",
        "Status",
        "Details",
      ]);
      const [, first, second] = screen.getAllByRole("row");
      expect(first?.textContent).toContain("Primary");
      expect(first?.textContent).toContain("Complete");
      expect(second?.textContent).not.toContain("Primary");
      expect(second?.textContent).toContain("Incomplete");
    },
  );

  it(
    "has rows that open to gender and date of birth, from 1900 to today",
    { tags: ["C-APPL-006", "C-APPL-027..028"] },
    async () => {
      show([amina, child]);
      const opener = await screen.findByRole("button", { name: "Details of applicant 1" });
      expect(opener.getAttribute("aria-expanded")).toBe("false");
      fireEvent.click(opener);
      expect(opener.getAttribute("aria-expanded")).toBe("true");
      const date = screen.getByLabelText("Date of birth");
      expect(date.getAttribute("min")).toBe("1900-01-01");
      const today = bureauDay(new Date());
      expect(date.getAttribute("max")).toBe(today);
    },
  );

  it(
    "fills itself when the case has nobody yet",
    { tags: ["C-APPL-011..012", "C-DLG-016"] },
    async () => {
      const server = show([]);
      expect(await screen.findByText("Creating applicants...")).toBeTruthy();
      expect(await screen.findByLabelText("Full name of applicant 2")).toBeTruthy();
      await waitFor(() => {
        const [sent] = server.received.filter(({ method }) => method === "POST");
        expect(
          (JSON.parse(sent?.body ?? "{}") as { applicants: unknown[] }).applicants,
        ).toHaveLength(2);
      });
    },
  );
});
