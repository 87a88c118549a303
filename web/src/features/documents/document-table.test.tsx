import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { ScanSearch } from "lucide-react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CaseDocument } from "contract/documents";
import { queryClient } from "#web/api/query.ts";
import { answerWith } from "#web/api/test-server.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { DocumentTable } from "./document-table.tsx";

const document: CaseDocument = {
  id: 1,
  caseId: 7,
  originalName: "scan.pdf",
  category: "passport",
  mimeType: "application/pdf",
  fileSize: 1024,
  uploadedAt: "2025-11-20T21:30:00.000Z",
  assignedTo: null,
  isApproved: false,
  reviewState: "waiting",
  issuedOn: null,
  expiresOn: null,
  country: null,
  validUntil: null,
  validityWaived: false,
  extraItemId: null,
  replaces: null,
  earlierCount: 0,
  version: 1,
};

const readAgain = vi.fn<(document: CaseDocument) => void>();

function show(mayRemove: boolean, shown = document): HTMLElement {
  render(
    <QueryClientProvider client={queryClient}>
      <DocumentTable
        caseCode="VU-2026-0007"
        label="Documents of Stage 1"
        documents={[shown]}
        applicants={[]}
        mayRemove={mayRemove}
        mayUseAdminCategories={mayRemove}
        badgeOf={({ reviewState }) => <i>{reviewState}</i>}
        furtherOf={(document) => [
          { icon: ScanSearch, text: "Read again", onPress: () => readAgain(document) },
        ]}
      />
    </QueryClientProvider>,
  );
  return screen.getByRole("table");
}

afterEach(cleanup);

describe("the table of documents", () => {
  it("has five columns", { tags: ["C-DOC-001..005"] }, () => {
    const table = show(false);
    const columns = within(table).getAllByRole("columnheader");
    expect(columns.map(({ textContent }) => textContent)).toEqual([
      "NAME",
      "TYPE",
      "ASSIGNED TO",
      "DATE",
      "ACTIONS",
    ]);
    expect(within(table).getByText("21 Nov 2025")).toBeTruthy();
  });

  it(
    "shows the state beside the name, the columns as they were, and nothing to approve with",
    { tags: ["W-REV-047"] },
    () => {
      for (const reviewState of ["waiting", "accepted", "changes_requested"] as const) {
        const table = show(true, { ...document, reviewState });
        const name = table.querySelector("tbody tr")?.firstElementChild?.textContent;
        expect(name).toMatch(new RegExp(`scan.*pdf.*${reviewState}`));
        expect(within(table).getAllByRole("columnheader")).toHaveLength(5);
        expect(within(table).queryByRole("checkbox")).toBeNull();
        expect(within(table).queryByRole("switch")).toBeNull();
        expect(within(table).queryByRole("button", { name: /approve|accept/i })).toBeNull();
        cleanup();
      }
    },
  );

  it(
    "offers to view, download and rename, and to delete where that is allowed",
    { tags: ["C-DOC-006..009"] },
    () => {
      const verbs = (table: HTMLElement) =>
        ["View", "Download", "Rename", "Delete"].filter((verb) =>
          within(table).queryByRole("button", { name: `${verb} scan.pdf` }),
        );
      expect(verbs(show(true))).toEqual(["View", "Download", "Rename", "Delete"]);
      cleanup();
      expect(verbs(show(false))).toEqual(["View", "Download", "Rename"]);
    },
  );

  it(
    "keeps on phones what can be done with a document in a sheet",
    { tags: ["C-DOC-002..004", "C-DOC-006..009"] },
    async () => {
      show(true);
      const list = screen.getByRole("list", { name: "Documents of Stage 1" });
      expect(list.textContent).toContain("Passport · Unassigned · 21 Nov 2025");
      expect(within(list).getByRole("button", { name: "View scan.pdf" })).toBeTruthy();
      expect(within(list).queryAllByRole("combobox")).toEqual([]);
      const more = within(list).getByRole("button", { name: "Actions for scan.pdf" });
      more.focus();
      fireEvent.click(more);
      const sheet = screen.getByRole("dialog", { name: "scan.pdf" });
      const inSheet = within(sheet);
      expect(inSheet.getAllByRole("combobox").map(({ textContent }) => textContent)).toEqual([
        "Passport",
        "Unassigned",
      ]);
      for (const name of ["Download", "Who opened it", "Delete"])
        expect(inSheet.getByRole("button", { name })).toBeTruthy();
      fireEvent.click(inSheet.getByRole("button", { name: "Rename" }));
      const rename = screen.getByRole("dialog", { name: "Rename document" });
      fireEvent.keyDown(rename, { key: "Escape" });
      await vi.waitFor(() => expect(window.document.activeElement).toBe(more));
    },
  );

  it("offers what others can do with a document, in its menu and on its sheet", async () => {
    show(true);
    const actions = "Actions for scan.pdf";
    fireEvent.click(within(screen.getByRole("table")).getByRole("button", { name: actions }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Read again" }));
    expect(readAgain).toHaveBeenCalledWith(document);
    readAgain.mockClear();
    const list = screen.getByRole("list", { name: "Documents of Stage 1", hidden: true });
    fireEvent.click(within(list).getByRole("button", { name: actions, hidden: true }));
    fireEvent.click(screen.getByRole("button", { name: "Read again" }));
    expect(readAgain).toHaveBeenCalledWith(document);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("asks on phones at once what an unsorted document is, and whose", () => {
    show(false, { ...document, category: "uncategorized" });
    const list = screen.getByRole("list", { name: "Documents of Stage 1" });
    expect(within(list).getAllByRole("combobox")).toHaveLength(2);
  });

  it("says that a document could not be downloaded", { tags: ["C-ERR-029"] }, async () => {
    answerWith({ "GET /api/documents/1/download": { status: 500, body: "" } });
    fireEvent.click(within(show(false)).getByRole("button", { name: "Download scan.pdf" }));
    await vi.waitFor(() =>
      expect(toastStore.read()[0]).toMatchObject({
        title: "Download failed",
        description: "Failed to download document",
      }),
    );
    vi.unstubAllGlobals();
  });
});
