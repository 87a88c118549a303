import type { FileListName, InvoiceFile } from "contract/invoice-files";

export type ListedFile = { readonly list: FileListName; readonly file: InvoiceFile };
