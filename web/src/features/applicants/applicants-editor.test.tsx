import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Applicant } from "contract/applicants";
import { clearCsrfToken } from "#web/api/csrf.ts";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { ApplicantsEditor } from "./applicants-editor.tsx";

const caseFile = {
  id: 7,
  caseId: "VU-2026-0007",
  title: "Amina Rahman - Citizenship Application",
  gender: "Ms.",
  numberOfApplicants: 2,
  citizenshipProgram: "vanuatu" as const,
};
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
  version: 3,
};
const omar: Applicant = {
  ...amina,
  id: 2,
  fullName: "Omar Rahman",
  category: "Spouse",
  version: 5,
};
const token = { "GET /api/csrf-token": { body: { csrfToken: "t" } } };
const list = (...people: Applicant[]) => ({ "GET /api/cases/7/applicants": { body: people } });

async function showEditor(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <ApplicantsEditor caseFile={caseFile} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText("Full name of applicant 1");
}

const nameOf = (position: number): HTMLInputElement =>
  screen.getByLabelText(`Full name of applicant ${position}`);
const type = (position: number, fullName: string) =>
  fireEvent.change(nameOf(position), { target: { value: fullName } });
const saveButton = (): HTMLButtonElement => screen.getByRole("button", { name: "Save Applicants" });
const lastToast = () => toastStore.read()[0];

beforeEach(() => {
  clearCsrfToken();
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the applicants editor", () => {
  it(
    "offers to save only what is changed and right",
    { tags: ["C-APPL-019..020", "C-APPL-024..025"] },
    async () => {
      answerWith(list(amina, omar));
      await showEditor();
      expect(saveButton().disabled).toBe(true);
      type(2, "");
      expect(screen.getByText("Full name is required")).toBeTruthy();
      expect(screen.getByText("All applicant names must be filled in")).toBeTruthy();
      expect(saveButton().disabled).toBe(true);
      type(2, " amina RAHMAN ");
      expect(screen.getByText("Applicant names must be unique")).toBeTruthy();
      type(2, "Omar Haddad");
      expect(saveButton().disabled).toBe(false);
    },
  );

  it(
    "sends one person's new name alone, with the version it was read with",
    { tags: ["C-APPL-026", "C-APPL-036", "C-ERR-044"] },
    async () => {
      const server = answerWith({
        ...token,
        ...list(amina, omar),
        "PATCH /api/applicants/2": { body: { ...omar, fullName: "Omar Haddad", version: 6 } },
      });
      await showEditor();
      type(2, " Omar Haddad ");
      fireEvent.click(saveButton());
      await waitFor(() => expect(lastToast()?.description).toBe("Applicant updated successfully"));
      const [asked] = server.to("/api/applicants/2");
      expect(JSON.parse(asked?.body ?? "")).toEqual({ fullName: "Omar Haddad" });
      expect(asked?.headers.get("if-match")).toContain("5");
      expect(nameOf(2).value).toBe("Omar Haddad");
      expect(saveButton().disabled).toBe(true);
    },
  );

  it(
    "sends the whole list, each row with its version, when more has changed",
    { tags: ["C-APPL-035", "C-ERR-052"] },
    async () => {
      const renamed = [
        { ...amina, fullName: "Amina Haddad", version: 4 },
        { ...omar, fullName: "Omar Haddad", version: 6 },
      ];
      const server = answerWith({
        ...token,
        ...list(amina, omar),
        "POST /api/cases/7/applicants": { body: renamed },
      });
      await showEditor();
      type(1, "Amina Haddad");
      type(2, "Omar Haddad");
      fireEvent.click(saveButton());
      await waitFor(() => expect(lastToast()?.title).toBe("Applicants saved"));
      const [, asked] = server.to("/api/cases/7/applicants");
      expect(JSON.parse(asked?.body ?? "")).toMatchObject({
        applicants: [
          { id: 1, version: 3, fullName: "Amina Haddad" },
          { id: 2, version: 5, fullName: "Omar Haddad" },
        ],
      });
    },
  );

  it("keeps what was typed when somebody else was faster, says so, and saves it when asked again", async () => {
    const message = "Somebody else has changed this meanwhile.";
    const conflict = { message, code: "edit.conflict", current: {}, requestId: "r" };
    answerWith({
      ...token,
      ...list(amina, omar),
      "PATCH /api/applicants/2": { status: 409, body: conflict },
    });
    await showEditor();
    type(2, "Omar Haddad");
    const server = answerWith({
      ...token,
      ...list(amina, { ...omar, fullName: "Omar Nasser", version: 6 }),
      "PATCH /api/applicants/2": { status: 409, body: conflict },
    });
    fireEvent.click(saveButton());
    await screen.findByText(/Somebody else has changed the applicants meanwhile/);
    expect(lastToast()).toMatchObject({ variant: "destructive", description: message });
    expect(nameOf(2).value).toBe("Omar Haddad");
    fireEvent.click(saveButton());
    await waitFor(() => expect(server.to("/api/applicants/2")).toHaveLength(2));
    expect(server.to("/api/applicants/2")[1]?.headers.get("if-match")).toContain("6");
  });
});
