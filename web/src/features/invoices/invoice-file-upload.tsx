import { Upload } from "lucide-react";
import { useRef } from "react";
import { acceptedTypes, acceptsName, uploadRules } from "contract/files";
import type { FileListName } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SpinnerRing } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useUploadInvoiceFile } from "./invoices.queries.ts";

const texts = messages.invoices.screen;
const rule = uploadRules.invoiceFile;

type InvoiceFileUploadProps = {
  readonly invoice: Invoice;
  readonly list: FileListName;
  readonly label: string;
};

/** Adds one file to one of the invoice's lists (D-018). */
export function InvoiceFileUpload({ invoice, list, label }: InvoiceFileUploadProps) {
  const picker = useRef<HTMLInputElement>(null);
  const send = useUploadInvoiceFile();
  const pick = (file: File | undefined) => {
    if (file === undefined) return;
    const problem = problemOf(file);
    if (problem)
      toast({ title: messages.invoices.errorTitle, description: problem, variant: "destructive" });
    else send.mutate({ invoice, list, file });
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={acceptedTypes(rule)}
        hidden
        onChange={(event) => {
          pick(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <button
        type="button"
        aria-label={texts.uploadTo(label, invoice.invoiceId)}
        disabled={send.isPending}
        onClick={() => picker.current?.click()}
        className="-ms-1 inline-flex h-7 items-center gap-1.5 rounded-sm px-1 text-xs font-medium text-muted hover:bg-ink/6 hover:text-ink"
      >
        {send.isPending ? <SpinnerRing /> : <Icon of={Upload} size={13} />}
        {send.isPending ? texts.uploading : texts.upload}
      </button>
    </>
  );
}

function problemOf(file: File): string | null {
  if (!acceptsName(rule, file.name)) return messages.invoices.ofCase.unsupported(file.name);
  return file.size > rule.maxBytes ? messages.invoices.ofCase.tooLarge(file.name) : null;
}
