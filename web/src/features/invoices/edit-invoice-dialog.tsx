import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { type Invoice, invoiceStatuses } from "contract/invoices";
import { ApiError } from "#web/api/api-error.ts";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { CancelButton } from "#web/ui/dialog-buttons.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { DateField, SelectField } from "#web/ui/form-fields.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/states.tsx";
import { WaitingHint } from "#web/ui/waiting-hint.tsx";
import type { InvoiceCases } from "./invoice-cases.ts";
import { EditInvoiceForm, type InvoiceEdit, LATEST_DAY } from "./invoice-forms.ts";
import { InvoiceOwnCaseFields } from "./invoice-own-case-fields.tsx";
import { useUpdateInvoice } from "./invoices.queries.ts";
import { UploadedFiles } from "./uploaded-files.tsx";

const texts = messages.invoices.edit;
const { fields } = messages.invoices.create;
const fieldNames = ["caseId", "status", "invoiceId", "date"] as const;

type EditInvoiceDialogProps = {
  readonly cases: InvoiceCases;
  readonly invoice: Invoice;
  readonly onClose: () => void;
};

export function EditInvoiceDialog({ cases, invoice, onClose }: EditInvoiceDialogProps) {
  // The list goes on living behind the dialog: what is saved was made of the invoice as it was opened.
  const [openedVersion, setOpenedVersion] = useState<number | null>(invoice.version);
  const update = useUpdateInvoice();
  const form = useForm<InvoiceEdit>({
    resolver: zodResolver(EditInvoiceForm),
    defaultValues: editOf(invoice),
  });
  const { isSubmitting, isDirty, dirtyFields, errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    // What was left as it was is not sent: somebody else may have changed it, and an old id may break a newer rule.
    const touched = Object.fromEntries(
      fieldNames.filter((name) => dirtyFields[name]).map((name) => [name, values[name]]),
    );
    // The dialog shows only some fields; the call carries the others as they are (D-020).
    const { stage, currency, usdFee, rate } = invoice;
    const body = { ...touched, stage, currency, usdFee, rate: Number(rate) };
    try {
      await update.mutateAsync({ invoice, version: openedVersion ?? invoice.version, body });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      if (error.code === "edit.conflict") {
        showSavedMeanwhile((error.current ?? {}) as Partial<InvoiceEdit>);
        return;
      }
      showFieldErrors(error, fieldNames, form.setError);
    }
  });

  function showSavedMeanwhile(saved: Partial<InvoiceEdit>) {
    for (const name of fieldNames)
      if (saved[name] !== undefined) form.resetField(name, { defaultValue: saved[name] });
    // The next time the new values were there to be seen.
    setOpenedVersion(null);
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      busy={isSubmitting}
      unsaved={isDirty}
      title={texts.title}
      description={invoice.invoiceId}
      onSubmit={(event) => void submit(event)}
      footer={
        <>
          {isSubmitting ? <WaitingHint /> : null}
          <CancelButton onCancel={onClose} isPending={isSubmitting} />
          <Button type="submit" pending={isSubmitting} pendingStays pendingText={texts.pending}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1">
        {openedVersion === null ? (
          <Notice className="col-span-full">{texts.conflict}</Notice>
        ) : null}
        <InvoiceOwnCaseFields control={form.control} invoice={invoice} cases={cases} />
        <SelectField
          control={form.control}
          name="status"
          label={fields.status}
          options={invoiceStatuses.map((value) => ({ value, label: value }))}
        />
        <Field label={fields.invoiceId} error={errors.invoiceId?.message} required>
          <Input maxLength={50} className="tabular" {...form.register("invoiceId")} />
        </Field>
        <DateField control={form.control} name="date" label={fields.date} max={LATEST_DAY} />
      </div>
      <UploadedFiles invoice={invoice} />
    </Dialog>
  );
}

function editOf({ caseId, status, invoiceId, date }: Invoice): InvoiceEdit {
  return { caseId, status, invoiceId, date };
}
