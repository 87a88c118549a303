import { Upload } from "lucide-react";
import { useState } from "react";
import { acceptedTypes, acceptsName, uploadRules } from "contract/files";
import type { Invoice } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useFilePicker } from "#web/ui/use-file-picker.tsx";
import { useUploadReceipt } from "./case-invoices.queries.ts";

const texts = messages.invoices.ofCase;
const rule = uploadRules.paymentReceipt;

type ReceiptUploadProps = { readonly caseCode: string; readonly invoice: Invoice };

/** One file, sent as soon as it is chosen: on a phone straight from the camera. */
export function ReceiptUpload({ caseCode, invoice }: ReceiptUploadProps) {
  const [share, setShare] = useState(0);
  const send = useUploadReceipt(caseCode);
  const pick = (file: File) => {
    const problem = problemOf(file);
    if (problem)
      toast({ title: texts.receiptFailedTitle, description: problem, variant: "destructive" });
    else send.mutate({ invoice, file, onProgress: setShare });
  };
  const [field, choose] = useFilePicker({
    label: texts.uploadReceiptOf(invoice.invoiceId),
    accept: acceptedTypes(rule),
    onFiles: ([file]) => file && pick(file),
  });
  return (
    <div className="mt-2 flex flex-col gap-2">
      {field}
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        icon={<Icon of={Upload} />}
        pending={send.isPending}
        pendingText={texts.uploading}
        onClick={choose}
      >
        {texts.uploadReceipt}
      </Button>
      {send.isPending ? <ProgressBar share={share} label={texts.uploading} /> : null}
    </div>
  );
}

function problemOf(file: File): string | null {
  if (!acceptsName(rule, file.name)) return texts.unsupported(file.name);
  return file.size > rule.maxBytes ? texts.tooLarge(file.name) : null;
}
