import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { WaitingHint } from "#web/ui/waiting-hint.tsx";
import { InvoiceCaseFields } from "./invoice-case-fields.tsx";
import type { InvoiceCases } from "./invoice-cases.ts";
import { InvoiceCodeFields } from "./invoice-code-fields.tsx";
import { InvoiceFeeFields } from "./invoice-fee-fields.tsx";
import {
  CreateInvoiceForm,
  type InvoiceBody,
  type InvoiceInput,
  newInvoice,
} from "./invoice-forms.ts";
import { InvoiceLetterFields } from "./invoice-letter-fields.tsx";
import { useCreateInvoice } from "./invoices.queries.ts";

const texts = messages.invoices.create;
const fieldNames = [
  "caseId",
  "caseTitle",
  "stage",
  "invoiceId",
  "currency",
  "rate",
  "usdFee",
  "date",
  "clientTrn",
  "gender",
  "address",
  "status",
] as const;

type CreateInvoiceDialogProps = {
  readonly cases: InvoiceCases;
  readonly onClose: () => void;
  readonly onCreated: () => void;
};

export function CreateInvoiceDialog({ cases, onClose, onCreated }: CreateInvoiceDialogProps) {
  const create = useCreateInvoice();
  const form = useForm<InvoiceInput, unknown, InvoiceBody>({
    resolver: zodResolver(CreateInvoiceForm),
    defaultValues: newInvoice(),
  });
  const { isSubmitting, isDirty } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await create.mutateAsync(values);
      onCreated();
    } catch (error) {
      showFieldErrors(error, fieldNames, form.setError);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      busy={isSubmitting}
      unsaved={isDirty}
      title={texts.title}
      description={texts.description}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          {isSubmitting ? <WaitingHint /> : null}
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {messages.ui.cancel}
          </Button>
          <Button type="submit" pending={isSubmitting} pendingStays pendingText={texts.pending}>
            {texts.submit}
          </Button>
        </>
      }
    >
      {/* In the order of I:58 to I:66. */}
      <div className="grid grid-cols-1 gap-x-4 gap-y-5 md:grid-cols-6">
        <InvoiceCaseFields form={form} cases={cases} />
        <InvoiceCodeFields form={form} />
        <InvoiceFeeFields form={form} />
        <InvoiceLetterFields form={form} />
      </div>
    </Dialog>
  );
}
