import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { InvoiceFile } from "contract/invoice-files";
import { answerWith } from "#web/api/test-server.ts";
import { buildInvoice } from "#web/testing/records.ts";
import { toastStore } from "#web/ui/toast-store.ts";
import { AccountantFileList } from "./accountant-file-list.tsx";
import { viewedInvoiceFile } from "./invoice-file-address.ts";

const file: InvoiceFile = {
  id: "f",
  original_name: "final.pdf",
  file_url: "/uploads/f.pdf",
  uploaded_at: null,
  external_url: null,
};
const invoice = buildInvoice({ id: 1, invoiceId: "S1-2026-0001", stage1Files: [file] });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a file of an invoice", () => {
  it("that an accountant cannot download is only logged", { tags: ["I-ERR-072"] }, async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const before = toastStore.read().length;
    answerWith({
      "GET /api/invoices/by-invoice-id/S1-2026-0001/files/final.pdf/download": { status: 500 },
    });
    render(<AccountantFileList invoice={invoice} />);
    fireEvent.click(screen.getByRole("button", { name: "Download final.pdf" }));
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith("Download failed", expect.anything()));
    expect(toastStore.read()).toHaveLength(before);
  });

  it(
    "is viewed at its full address when it has one, else below '/uploads/'",
    { tags: ["CI-CASE-054"] },
    () => {
      const external_url = "https://files.example/final.pdf";
      expect(viewedInvoiceFile(invoice, { ...file, external_url }).url).toBe(external_url);
      expect(viewedInvoiceFile(invoice, file).url).toBe("/uploads/f.pdf");
    },
  );
});
