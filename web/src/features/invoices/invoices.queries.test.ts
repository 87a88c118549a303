import { describe, expect, it } from "vitest";
import type { InvoiceFile } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";
import { toastsOf } from "#web/feedback/test-toasts.tsx";
import { useUpdateCaseInvoiceStatus, useUploadReceipt } from "./case-invoices.queries.ts";
import {
  useRemoveInvoice,
  useRemoveInvoiceFile,
  useRenameInvoiceFile,
  useUpdateInvoice,
  useUpdateInvoiceStatus,
  useUploadInvoiceFile,
} from "./invoices.queries.ts";

const invoice = { id: 1, invoiceId: "S1-2026-0001", version: 1, status: "Sent" } as Invoice;
const entry = { id: "f", original_name: "scan.pdf", file_url: "/uploads/f.pdf" } as InvoiceFile;
const file = new File(["%PDF"], "scan.pdf", { type: "application/pdf" });
const paid = { invoice, status: "Paid by client" } as const;

describe("what is said after a change of an invoice", () => {
  it(
    "as a whole, with the status of the refusal",
    { tags: ["I-ERR-067", "I-ERR-081"] },
    async () => {
      const input = { invoice, body: { usdFee: 100 } };
      expect(await toastsOf(useUpdateInvoice, input, invoice)).toEqual({
        done: ["Invoice updated successfully"],
        failed: ["Error", "Update failed: 500 - "],
      });
    },
  );

  it(
    "to its status, on the invoices screen and in a case",
    { tags: ["I-ERR-083", "C-ERR-009", "C-ERR-043", "D-169"] },
    async () => {
      expect(await toastsOf(useUpdateInvoiceStatus, paid, invoice)).toEqual({
        done: ["Invoice status updated successfully"],
        failed: ["Error", "Failed to update invoice status"],
      });
      const useInCase = () => useUpdateCaseInvoiceStatus("VU-2026-0001");
      expect(await toastsOf(useInCase, paid, invoice)).toEqual({
        done: ["Success", "Invoice status updated successfully"],
        failed: ["Error", "Failed to update invoice status"],
      });
    },
  );

  it("when it is deleted", { tags: ["I-ERR-082"] }, async () => {
    expect(await toastsOf(useRemoveInvoice, invoice, {})).toEqual({
      done: ["Invoice deleted successfully"],
      failed: ["Error", "Failed to delete invoice"],
    });
  });
});

describe("what is said about the files of an invoice", () => {
  it("when one is added", { tags: ["I-ERR-068", "I-ERR-084"] }, async () => {
    const input = { invoice, list: "Stage 1", file } as const;
    expect(await toastsOf(useUploadInvoiceFile, input, entry)).toEqual({
      done: ["File uploaded successfully"],
      failed: ["Error", "Failed to upload file"],
    });
  });

  it("when one is renamed", { tags: ["I-ERR-069", "I-ERR-086"] }, async () => {
    const input = { invoice, list: "Stage 1", file: entry, newName: "March.pdf" } as const;
    expect(await toastsOf(useRenameInvoiceFile, input, entry)).toEqual({
      done: ["File renamed successfully"],
      failed: ["Error", "Failed to rename file"],
    });
  });

  it("when one is deleted", { tags: ["I-ERR-085"] }, async () => {
    const input = { invoice, list: "Stage 1", file: entry } as const;
    expect(await toastsOf(useRemoveInvoiceFile, input, {})).toEqual({
      done: ["File deleted successfully"],
      failed: ["Error", "Failed to delete file"],
    });
  });

  it("when a receipt is sent", { tags: ["C-ERR-027", "C-ERR-054"] }, async () => {
    const useSend = () => useUploadReceipt("VU-2026-0001");
    expect(await toastsOf(useSend, { invoice, file }, entry)).toEqual({
      done: ["Payment receipt uploaded", "The payment receipt has been uploaded."],
      failed: ["Upload failed", "Failed to upload payment receipt."],
    });
  });
});
