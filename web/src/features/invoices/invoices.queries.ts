import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { BodyInput } from "contract/endpoint";
import { type FileListName, fileLists, type InvoiceFile } from "contract/invoice-files";
import { invoiceListsApi } from "contract/invoice-lists";
import {
  type Invoice,
  INVOICE_REFRESH_MILLISECONDS,
  invoicesApi,
  type InvoiceStage,
  type InvoiceStatus,
} from "contract/invoices";
import { ApiError } from "#web/api/api-error.ts";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths, queryClient } from "#web/api/query.ts";
import { onRowChanges, refreshList } from "#web/api/row-changes.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";
import { changeInvoice, rereadInvoices } from "./invoice-list-source.ts";

const texts = messages.invoices;

const ofOne = (id: number) => read(invoiceListsApi.rows, { query: { ids: String(id) } });

/** One of the list, for as long as a dialog shows it; null when it has gone. Others may change it meanwhile. */
export function useListedInvoice(listed: Invoice) {
  useEffect(() => {
    const readAgain = () => void invalidatePaths([invoiceListsApi.rows.path]);
    return onRowChanges("invoices", { hear: readAgain, refresh: readAgain });
  }, []);
  return useQuery({
    ...ofOne(listed.id),
    initialData: [{ ...listed, group: null }],
    gcTime: 0,
    refetchInterval: INVOICE_REFRESH_MILLISECONDS,
    select: ([invoice]) => invoice ?? null,
  });
}

/** Shows a change in lists and dialogs before it is read anew. */
function change(id: number, changeOne: (invoice: Invoice) => Invoice): void {
  changeInvoice(id, changeOne);
  queryClient.setQueryData(ofOne(id).queryKey, (rows) =>
    rows?.map((row) => ({ ...changeOne(row), group: null })),
  );
}

function keepInvoice(changed: Invoice): void {
  change(changed.id, () => changed);
}

/** Reads lists and dialogs anew in the background; the screen shows the change already. */
function refresh(): void {
  refreshList("invoices");
}

export function useGenerateCode() {
  return useMutation({
    mutationFn: (stage: InvoiceStage) => call(invoicesApi.generateCode, { body: { stage } }),
    onError: failureToast(texts.errorTitle, texts.create.generateFailed),
  });
}

/** The success toast waits for the processing overlay to end (I:55). */
export function useCreateInvoice() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof invoicesApi.create>) => call(invoicesApi.create, { body }),
    onError: failureToast(texts.errorTitle, texts.create.failed),
  });
}

export async function announceProcessed(): Promise<void> {
  await rereadInvoices();
  toast({ title: texts.create.done });
}

type Update = {
  invoice: Invoice;
  body: BodyInput<typeof invoicesApi.update>;
  /** The one that the editor has seen, when that is not the newest. */
  version?: number;
};

export function useUpdateInvoice() {
  return useMutation({
    mutationFn: ({ invoice, body, version = invoice.version }: Update) =>
      call(invoicesApi.update, { params: { id: invoice.id }, body, version }),
    onSuccess: (changed) => {
      keepInvoice(changed);
      refresh();
      toast({ title: texts.edit.done });
    },
    onError: (error) => {
      // The dialog shows what others have saved; the list behind it learns it too.
      if (error instanceof ApiError && error.code === "edit.conflict") return refresh();
      // The server's own sentence when the body is JSON, else the raw body (D-110).
      const description =
        error instanceof ApiError
          ? texts.edit.failedWith(error.status, error.serverMessage ?? error.body)
          : texts.edit.failed;
      toast({ title: texts.errorTitle, description, variant: "destructive" });
    },
  });
}

export function useUpdateInvoiceStatus() {
  return useMutation({
    mutationFn: ({ invoice, status }: { invoice: Invoice; status: InvoiceStatus }) =>
      call(invoicesApi.updateStatus, { params: { invoiceId: invoice.id }, body: { status } }),
    onMutate: ({ invoice, status }) => change(invoice.id, (known) => ({ ...known, status })),
    onSuccess: (changed) => {
      keepInvoice(changed);
      refresh();
      toast({ title: texts.screen.statusDone });
    },
    onError: (error, { invoice }) => {
      change(invoice.id, (known) => ({ ...known, status: invoice.status }));
      failureToast(texts.errorTitle, texts.screen.statusFailed)(error);
    },
  });
}

export function useRemoveInvoice() {
  return useMutation({
    mutationFn: (invoice: Invoice) => call(invoicesApi.remove, { params: { id: invoice.id } }),
    onSuccess: () => {
      refresh();
      toast({ title: texts.remove.done });
    },
    onError: failureToast(texts.errorTitle, texts.remove.failed),
  });
}

type FileChange = { invoice: Pick<Invoice, "id">; list: FileListName; file: InvoiceFile };

export function useUploadInvoiceFile() {
  return useMutation({
    mutationFn: ({ invoice, list, file }: { invoice: Invoice; list: FileListName; file: File }) =>
      upload(invoicesApi.uploadFile, {
        params: { invoiceId: invoice.id },
        files: [file],
        fields: { stage: list, original_name: file.name },
      }),
    onSuccess: (added, { invoice, list }) => {
      const field = fileLists[list];
      change(invoice.id, (known) => ({
        ...known,
        [field]: [...known[field].filter(({ id }) => id !== added.id), added],
      }));
      toast({ title: texts.screen.uploaded });
      refresh();
    },
    onError: failureToast(texts.errorTitle, texts.screen.uploadFailed),
  });
}

export function useRenameInvoiceFile() {
  return useMutation({
    mutationFn: ({ invoice, list, file, newName }: FileChange & { newName: string }) =>
      call(invoicesApi.renameFile, {
        params: { invoiceId: invoice.id, fileId: file.id },
        query: { stage: list },
        body: { newName },
      }),
    onSuccess: (renamed, { invoice, list }) => {
      const field = fileLists[list];
      change(invoice.id, (known) => ({
        ...known,
        [field]: known[field].map((file) => (file.id === renamed.id ? renamed : file)),
      }));
      toast({ title: texts.edit.renamed });
      refresh();
    },
    onError: failureToast(texts.errorTitle, texts.edit.renameFailed),
  });
}

export function useRemoveInvoiceFile() {
  return useMutation({
    mutationFn: ({ invoice, list, file }: FileChange) =>
      call(invoicesApi.removeFile, {
        params: { invoiceId: invoice.id, fileId: file.id },
        query: { stage: list },
      }),
    onSuccess: (_, { invoice, list, file }) => {
      const field = fileLists[list];
      change(invoice.id, (known) => ({
        ...known,
        [field]: known[field].filter(({ id }) => id !== file.id),
      }));
      toast({ title: texts.edit.fileRemoved });
      refresh();
    },
    onError: failureToast(texts.errorTitle, texts.edit.fileRemoveFailed),
  });
}
