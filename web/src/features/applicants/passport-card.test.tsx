import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Applicant } from "contract/applicants";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { currentUserQuery } from "#web/api/current-user.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { PassportCard } from "./passport-card.tsx";

const nadim: Applicant = {
  id: 1,
  caseId: 7,
  fullName: "Nadim Sarrouf",
  category: "Main Applicant",
  gender: "male",
  dateOfBirth: null,
  nationality: null,
  maritalStatus: null,
  residences: null,
  passportName: "SARROUF, NADIM",
  passportEnding: "345",
  passportCountry: "LBN",
  passportExpiresOn: "2031-07-04",
  placeOfBirth: null,
  passportDocumentId: null,
  version: 3,
};
const caseFile = {
  id: 7,
  caseId: "VU-2026-0007",
  title: "Nadim Sarrouf - Citizenship",
  gender: "Mr.",
  numberOfApplicants: 1,
  citizenshipProgram: "vanuatu" as const,
};

function show(role: "client" | "agent") {
  const server = answerWith({
    "GET /api/csrf-token": { body: { csrfToken: "t" } },
    "GET /api/applicants/1/passport": { body: { passportNumber: "LR0012345" } },
    "PATCH /api/applicants/1": { body: { ...nadim, passportEnding: "999", version: 4 } },
  });
  queryClient.setQueryData(currentUserQuery.queryKey, { id: 9, role, isAdmin: false } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <PassportCard caseFile={caseFile} applicant={nadim} />
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

describe("the card of a passport", () => {
  it(
    "shows a client name, masked number, country and day, and no button",
    { tags: ["W-PAS-016"] },
    () => {
      show("client");
      const card = screen.getByRole("region", { name: "Passport" });
      for (const text of ["SARROUF, NADIM", "••••••345", "Lebanon", "4 Jul 2031 (valid)"])
        expect(card.textContent).toContain(text);
      expect(screen.queryAllByRole("button")).toEqual([]);
    },
  );

  it("shows staff the whole number when they ask", async () => {
    show("agent");
    fireEvent.click(screen.getByRole("button", { name: "Show number" }));
    expect(await screen.findByText("LR0012345")).toBeTruthy();
  });

  it("sends what was typed, and leaves an untouched number alone", async () => {
    const server = show("agent");
    const bodies = () =>
      server.received
        .filter(({ method }) => method === "PATCH")
        .map(({ body }) => JSON.parse(body ?? "{}") as object);
    fireEvent.click(screen.getByRole("button", { name: "Edit" }));
    const number = await screen.findByLabelText("Passport number");
    fireEvent.change(number, { target: { value: "LR§" } });
    expect(screen.getByText("Passport number must have 1 to 20 letters and digits")).toBeTruthy();
    fireEvent.change(number, { target: { value: "" } });
    const name = screen.getByLabelText("Name as in the passport");
    fireEvent.change(name, { target: { value: "SARROUF, NADIM ELIAS" } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(bodies()).toEqual([
        { fullName: "Nadim Sarrouf", passportName: "SARROUF, NADIM ELIAS" },
      ]),
    );
  });
});
