import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileListName } from "contract/invoice-files";
import { invoicesApi } from "contract/invoices";
import { runtime } from "#server/core/runtime.ts";
import { invoices, type InvoiceRow } from "#server/database/tables/invoices.ts";
import { paymentReceipts } from "#server/database/tables/payment-receipts.ts";
import { storedFiles } from "#server/database/tables/stored-files.ts";
import { openActors } from "#testing/actors.ts";
import { eventsOf } from "#testing/case-records.ts";
import { buildInvoice, buildInvoiceFile } from "#testing/factories/invoices.ts";
import { buildAdmin } from "#testing/factories/users.ts";
import { sampleImage, samplePdf } from "#testing/sample-files.ts";
import { openTestApp, type TestApp } from "#testing/test-app.ts";
import type { TestClient, TestFile } from "#testing/test-client.ts";

let portal: TestApp;
let admin: TestClient;
let pdf: Buffer;
beforeAll(async () => {
  portal = await openTestApp();
  admin = await portal.as(await buildAdmin());
  pdf = await samplePdf();
});
afterAll(() => portal.close());

const file = (name = "Invoice.pdf"): TestFile => ({ field: "file", name, bytes: pdf });
const upload = (invoice: InvoiceRow, stage: string, name?: string) =>
  admin.call(invoicesApi.uploadFile, {
    params: { invoiceId: invoice.id },
    files: [file(name)],
    fields: { stage },
  });
const rowOf = async ({ id }: { id: number }) => {
  const [row] = await runtime.database.select().from(invoices).where(eq(invoices.id, id));
  if (!row) throw new Error("The invoice is gone");
  return row;
};
const receiptsOf = ({ id }: { id: number }) =>
  runtime.database.select().from(paymentReceipts).where(eq(paymentReceipts.invoiceId, id));

describe("adding a file to an invoice", () => {
  it(
    "puts it into the named list, stored under a random name",
    { tags: ["I-INV-105", "CI-CASE-043", "I-DATA-123", "D-017", "S-44"] },
    async () => {
      const invoice = await buildInvoice({ stage: "Stage 2" });
      const entry = await upload(invoice, "stage2", "Rechnung März.pdf");
      expect(entry).toEqual({
        id: expect.any(String) as string,
        original_name: "Rechnung März.pdf",
        file_url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}\.pdf$/) as string,
        uploaded_at: expect.any(String) as string,
        external_url: null,
      });
      const row = await rowOf(invoice);
      expect(row.stage2Files).toMatchObject([entry]);
      expect(row.stage1Files).toEqual([]);
      const [event] = await eventsOf(invoice.caseId);
      expect(event).toMatchObject({
        action: "upload",
        documentName: "Rechnung März.pdf",
        stage: "Stage 2",
      });
    },
  );

  it("shows it under the name that was chosen, which keeps the extension of the file", async () => {
    const invoice = await buildInvoice();
    const entry = await admin.call(invoicesApi.uploadFile, {
      params: { invoiceId: invoice.invoiceId },
      files: [file("scan-0001.pdf")],
      fields: { stage: "Stage 1", original_name: "Invoice for the Sarroufs" },
    });
    expect(entry.original_name).toBe("Invoice for the Sarroufs.pdf");
  });

  it(
    "makes what is filed under payment receipts a receipt as well",
    { tags: ["D-157"] },
    async () => {
      const invoice = await buildInvoice();
      const entry = await upload(invoice, "other", "transfer.pdf");
      expect(await receiptsOf(invoice)).toMatchObject([
        { originalName: "transfer.pdf", fileName: entry.file_url.replace("/uploads/", "") },
      ]);
      expect(await receiptsOf(await buildInvoice())).toEqual([]);
    },
  );

  it.each([
    ["an unknown list", { stage: "Stage 9" }, "Unknown stage"],
    ["no list", {}, "Unknown stage"],
  ])("refuses %s and stores nothing", async (_what, fields, message) => {
    const invoice = await buildInvoice();
    const before = await runtime.database.$count(storedFiles);
    const refusal = await admin.refused(400, invoicesApi.uploadFile, {
      params: { invoiceId: invoice.id },
      files: [file()],
      fields,
    });
    expect(refusal.message).toBe(message);
    expect(await runtime.database.$count(storedFiles)).toBe(before);
  });

  it(
    "refuses what is no paper, and what is too large",
    { tags: ["I-INV-093", "D-029"] },
    async () => {
      const invoice = await buildInvoice();
      const call = { params: { invoiceId: invoice.id }, fields: { stage: "Stage 1" } };
      const wrong = await admin.refused(400, invoicesApi.uploadFile, {
        ...call,
        files: [{ field: "file", name: "invoice.exe", bytes: pdf }],
      });
      expect(wrong.message).toBe("invoice.exe is not a supported file type");
      const large = await admin.refused(413, invoicesApi.uploadFile, {
        ...call,
        files: [{ field: "file", name: "big.pdf", bytes: await samplePdf(10_485_761) }],
      });
      expect(large.message).toBe("big.pdf is larger than 10MB");
      const none = await admin.refused(400, invoicesApi.uploadFile, call);
      expect(none.message).toBe("No files selected");
      const image = await admin.call(invoicesApi.uploadFile, {
        ...call,
        files: [{ field: "file", name: "photo.jpg", bytes: await sampleImage("jpeg") }],
      });
      expect(image.original_name).toBe("photo.jpg");
    },
  );

  it("is for admins, and only for an invoice that exists", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const call = { params: { invoiceId: invoice.id }, files: [file()], fields: { stage: "other" } };
    for (const person of nonAdmins) {
      const refusal = await person.refused(403, invoicesApi.uploadFile, call);
      expect(refusal.message).toBe("Admin access required");
    }
    const missing = await admin.refused(404, invoicesApi.uploadFile, {
      ...call,
      params: { invoiceId: "S1-1999-0001" },
    });
    expect(missing.message).toBe("Invoice not found");
  });
});

describe("removing a file of an invoice", () => {
  const remove = (invoice: InvoiceRow, fileId: string, stage: FileListName) =>
    admin.call(invoicesApi.removeFile, {
      params: { invoiceId: invoice.id, fileId },
      query: { stage },
    });

  it(
    "lets go of the stored bytes and writes it down",
    { tags: ["I-INV-106", "S-44"] },
    async () => {
      const invoice = await buildInvoice();
      const kept = await buildInvoiceFile(invoice);
      const gone = await buildInvoiceFile(invoice, { originalName: "wrong.pdf" });
      expect(await remove(invoice, gone.id, "Stage 1")).toEqual({ message: "File deleted" });
      expect((await rowOf(invoice)).stage1Files).toEqual([kept]);
      const [stored] = await runtime.database
        .select()
        .from(storedFiles)
        .where(eq(storedFiles.id, gone.storedFileId ?? 0));
      expect(stored?.deletedAt).not.toBeNull();
      const [event] = await eventsOf(invoice.caseId);
      expect(event).toMatchObject({
        action: "delete",
        documentName: "wrong.pdf",
        stage: "Stage 1",
      });
    },
  );

  it("takes the payment receipt with it", { tags: ["D-157"] }, async () => {
    const invoice = await buildInvoice();
    const kept = await buildInvoiceFile(invoice, { list: "other", originalName: "kept.pdf" });
    const gone = await buildInvoiceFile(invoice, { list: "other" });
    await remove(invoice, gone.id, "other");
    expect((await rowOf(invoice)).otherFiles).toEqual([kept]);
    expect(await receiptsOf(invoice)).toMatchObject([{ originalName: "kept.pdf" }]);
  });

  it("looks in the named list only, and is for admins", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const entry = await buildInvoiceFile(invoice);
    const params = { invoiceId: invoice.id, fileId: entry.id };
    const elsewhere = await admin.refused(404, invoicesApi.removeFile, {
      params,
      query: { stage: "Stage 2" },
    });
    expect(elsewhere.message).toBe("File not found");
    const nowhere = await admin.refused(400, invoicesApi.removeFile, { params });
    expect(nowhere.message).toBe("Unknown stage");
    for (const person of nonAdmins) {
      await person.refused(403, invoicesApi.removeFile, { params, query: { stage: "Stage 1" } });
    }
    expect((await rowOf(invoice)).stage1Files).toHaveLength(1);
  });
});

describe("renaming a file of an invoice", () => {
  const rename = (invoice: InvoiceRow, fileId: string, newName: string) => ({
    params: { invoiceId: invoice.id, fileId },
    query: { stage: "other" },
    body: { newName },
  });

  it(
    "keeps the extension, also on the receipt, and writes it down",
    { tags: ["I-INV-107", "D-019"] },
    async () => {
      const invoice = await buildInvoice();
      const entry = await buildInvoiceFile(invoice, { list: "other", originalName: "scan.pdf" });
      const renamed = await admin.call(
        invoicesApi.renameFile,
        rename(invoice, entry.id, "Bank transfer"),
      );
      expect(renamed).toMatchObject({ id: entry.id, original_name: "Bank transfer.pdf" });
      expect((await rowOf(invoice)).otherFiles).toEqual([
        { ...entry, original_name: "Bank transfer.pdf" },
      ]);
      expect(await receiptsOf(invoice)).toMatchObject([{ originalName: "Bank transfer.pdf" }]);
      const [event] = await eventsOf(invoice.caseId);
      expect(event).toMatchObject({
        action: "update",
        documentName: "Bank transfer.pdf",
        metadata: { original_name: { from: "scan.pdf", to: "Bank transfer.pdf" } },
      });
    },
  );

  it("refuses an empty name and one without a readable letter, and is for admins", async () => {
    const { caseFile, nonAdmins } = await openActors(portal);
    const invoice = await buildInvoice({ caseId: caseFile.id });
    const entry = await buildInvoiceFile(invoice, { list: "other" });
    for (const name of ["  ", "\u202e"]) {
      const call = rename(invoice, entry.id, name);
      const refusal = await admin.refused(400, invoicesApi.renameFile, call);
      expect(refusal.message).toBe("File name is required");
    }
    for (const person of nonAdmins) {
      await person.refused(403, invoicesApi.renameFile, rename(invoice, entry.id, "mine"));
    }
    await admin.refused(404, invoicesApi.renameFile, rename(invoice, "nothing", "name"));
  });
});

describe("many hands at one list", () => {
  it(
    "lose nothing: files added, renamed and removed at the same moment are all as asked",
    { tags: ["S-44"], timeout: 60_000 },
    async () => {
      const invoice = await buildInvoice();
      const doomed = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const { id } = await upload(invoice, "Stage 1", "doomed.pdf");
          return id;
        }),
      );
      const renamed = await upload(invoice, "Stage 1", "old.pdf");
      const added = Array.from({ length: 12 }, (_, index) => `added-${index}.pdf`);
      await Promise.all([
        ...added.map((name) => upload(invoice, "Stage 1", name)),
        ...doomed.map((fileId) =>
          admin.call(invoicesApi.removeFile, {
            params: { invoiceId: invoice.id, fileId },
            query: { stage: "Stage 1" },
          }),
        ),
        admin.call(invoicesApi.renameFile, {
          params: { invoiceId: invoice.id, fileId: renamed.id },
          query: { stage: "Stage 1" },
          body: { newName: "new.pdf" },
        }),
        admin.call(invoicesApi.updateStatus, {
          params: { invoiceId: invoice.id },
          body: { status: "Completed" },
        }),
      ]);
      const row = await rowOf(invoice);
      expect(row.stage1Files.map((entry) => entry.original_name).toSorted()).toEqual(
        [...added, "new.pdf"].toSorted(),
      );
      expect(row.status).toBe("Completed");
      expect(await eventsOf(invoice.caseId)).toHaveLength(6 + 1 + 12 + 6 + 1 + 1);
    },
  );
});
