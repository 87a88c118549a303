import { Plus } from "lucide-react";
import { acceptedTypes, acceptsName, uploadRules } from "contract/files";
import type { FileListName } from "contract/invoice-files";
import type { Invoice } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SpinnerRing } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
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
  const send = useUploadInvoiceFile();
  const pick = (file: File) => {
    const problem = problemOf(file);
    if (problem)
      toast({ title: messages.invoices.errorTitle, description: problem, variant: "destructive" });
    else send.mutate({ invoice, list, file });
  };
  const uploadTo = texts.uploadTo(label, invoice.invoiceId);
  const [field, choose] = useFilePicker({
    label: uploadTo,
    accept: acceptedTypes(rule),
    onFiles: ([file]) => file && pick(file),
  });
  return (
    <>
      {field}
      <button
        type="button"
        aria-label={uploadTo}
        title={texts.upload}
        disabled={send.isPending}
        onClick={choose}
        className="group/upload relative reach -ms-1 inline-flex h-6 min-w-7 items-center gap-1.5 rounded-sm px-1 text-xs font-medium text-muted hover:bg-ink/6 hover:text-ink touch:h-7"
      >
        {send.isPending ? <SpinnerRing /> : <Icon of={Plus} size={15} />}
        {send.isPending ? (
          texts.uploading
        ) : (
          // A word in every cell would shout; under a finger nothing else says what the icon does.
          <span className="sr-only group-hover/upload:not-sr-only group-focus-visible/upload:not-sr-only touch:not-sr-only">
            {texts.upload}
          </span>
        )}
      </button>
    </>
  );
}

function problemOf(file: File): string | null {
  if (!acceptsName(rule, file.name)) return messages.invoices.ofCase.unsupported(file.name);
  return file.size > rule.maxBytes ? messages.invoices.ofCase.tooLarge(file.name) : null;
}
