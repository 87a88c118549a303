import type { InvoiceFile } from "contract/invoice-files";
import { type Invoice, invoicesApi } from "contract/invoices";
import { urlOf } from "#web/api/request.ts";
import type { ViewedFile } from "#web/viewer/viewed-file.ts";

/** A full address wins over the portal's own; only https is ever opened (D-156, security.md 5.3). */
export function externalAddressOf(file: InvoiceFile): string | null {
  const address = file.external_url ?? file.file_url;
  return /^https:\/\//i.test(address) ? address : null;
}

/** For the viewer: an external file has no download (I:51). */
export function viewedInvoiceFile(invoice: Pick<Invoice, "id">, file: InvoiceFile): ViewedFile {
  const key = file.id;
  const name = file.original_name;
  const external = externalAddressOf(file);
  if (external !== null) return { key, name, url: external };
  return { key, name, url: uploadAddressOf(file), downloadUrl: downloadAddressOf(invoice, file) };
}

export function downloadAddressOf(invoice: Pick<Invoice, "id">, file: InvoiceFile): string {
  return urlOf(invoicesApi.downloadFile, { params: { invoiceId: invoice.id, fileId: file.id } });
}

/** Files of the portal open from /uploads/ by their stored name (C:195). */
function uploadAddressOf(file: InvoiceFile): string {
  const name = file.file_url.split("/").pop() ?? "";
  return urlOf(invoicesApi.viewUpload, { params: { name: decodeURIComponent(name) } });
}
