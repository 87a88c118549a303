import { Controller, type UseFormReturn } from "react-hook-form";
import { invoiceGenders, invoiceStatuses } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { DateInput } from "#web/ui/date-input.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { type CreateInvoiceForm, LATEST_DAY } from "./invoice-forms.ts";

const texts = messages.invoices.create;

/** What else stands on the invoice: its date, whom it is addressed to, and where it stands. */
export function InvoiceLetterFields({ form }: { readonly form: UseFormReturn<CreateInvoiceForm> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <Field label={texts.fields.date} error={errors.date?.message} className="md:col-span-3">
        <Controller
          control={control}
          name="date"
          render={({ field }) => (
            <DateInput value={field.value ?? ""} onValueChange={field.onChange} max={LATEST_DAY} />
          )}
        />
      </Field>
      <Field
        label={texts.fields.clientTrn}
        error={errors.clientTrn?.message}
        className="md:col-span-3"
      >
        <Input {...register("clientTrn")} />
      </Field>
      <Field label={texts.fields.gender} className="md:col-span-3">
        <Controller
          control={control}
          name="gender"
          render={({ field }) => (
            <Select
              value={field.value ?? "Mr"}
              onValueChange={field.onChange}
              options={invoiceGenders.map((value) => ({ value, label: value }))}
            />
          )}
        />
      </Field>
      <Field label={texts.fields.address} error={errors.address?.message} className="md:col-span-3">
        <Input dir="auto" {...register("address")} />
      </Field>
      <Field label={texts.fields.status} className="md:col-span-3">
        <Controller
          control={control}
          name="status"
          render={({ field }) => (
            <Select
              value={field.value ?? "Sent"}
              onValueChange={field.onChange}
              options={invoiceStatuses.map((value) => ({ value, label: value }))}
            />
          )}
        />
      </Field>
    </>
  );
}
