import { useMutation, useQuery } from "@tanstack/react-query";
import { type Invoice, invoicesApi, type InvoiceStatus } from "contract/invoices";
import { call, read } from "#web/api/client.ts";
import { invalidatePaths } from "#web/api/query.ts";
import { refreshList } from "#web/api/row-changes.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { toast } from "#web/ui/toast-store.ts";

const texts = messages.invoices.ofCase;

export function useCaseInvoices(caseCode: string) {
  return useQuery(read(invoicesApi.listOfCase, { params: { caseId: caseCode } }));
}

/** In the Edit Case dialog (D-169). */
export function useUpdateCaseInvoiceStatus(caseCode: string) {
  return useMutation({
    mutationFn: ({ invoice, status }: { invoice: Invoice; status: InvoiceStatus }) =>
      call(invoicesApi.updateStatus, { params: { invoiceId: invoice.id }, body: { status } }),
    onSuccess: async () => {
      toast({ title: texts.statusDone, description: texts.statusDoneText });
      refreshList("invoices");
      await invalidatePaths([pathOf(caseCode)]);
    },
    onError: failureToast(messages.invoices.errorTitle, texts.statusFailed),
  });
}

function pathOf(caseCode: string): string {
  return String(read(invoicesApi.listOfCase, { params: { caseId: caseCode } }).queryKey[0]);
}

type Receipt = { invoice: Pick<Invoice, "id">; file: File; onProgress?: (share: number) => void };

export function useUploadReceipt(caseCode: string) {
  return useMutation({
    mutationFn: ({ invoice, file, onProgress }: Receipt) =>
      upload(invoicesApi.uploadReceipt, { params: { id: invoice.id }, files: [file], onProgress }),
    onSuccess: async () => {
      toast({ title: texts.receiptDone, description: texts.receiptDoneText });
      await invalidatePaths([pathOf(caseCode)]);
    },
    onError: failureToast(texts.receiptFailedTitle, texts.receiptFailed),
  });
}
