import { invoiceGenders, invoiceStatuses } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { Field } from "#web/ui/field.tsx";
import { DateField, SelectField } from "#web/ui/form-fields.tsx";
import { Input } from "#web/ui/input.tsx";
import { type InvoiceForm, LATEST_DAY } from "./invoice-forms.ts";

const texts = messages.invoices.create;

/** What else stands on the invoice: its date, whom it is addressed to, and where it stands. */
export function InvoiceLetterFields({ form }: { readonly form: InvoiceForm }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <DateField
        control={control}
        name="date"
        label={texts.fields.date}
        max={LATEST_DAY}
        className="md:col-span-3"
      />
      <Field
        label={texts.fields.clientTrn}
        error={errors.clientTrn?.message}
        className="md:col-span-3"
      >
        <Input {...register("clientTrn")} />
      </Field>
      <SelectField
        control={control}
        name="gender"
        label={texts.fields.gender}
        options={invoiceGenders.map((value) => ({ value, label: value }))}
        className="md:col-span-3"
      />
      <Field label={texts.fields.address} error={errors.address?.message} className="md:col-span-3">
        <Input dir="auto" {...register("address")} />
      </Field>
      <SelectField
        control={control}
        name="status"
        label={texts.fields.status}
        options={invoiceStatuses.map((value) => ({ value, label: value }))}
        className="md:col-span-3"
      />
    </>
  );
}
