import type { FocusEvent } from "react";
import { currencies, DEFAULT_AED_RATE, type Currency } from "contract/money";
import { formatMoney } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Notice } from "#web/ui/states.tsx";
import { type InvoiceForm, looksInverted, numberOrZero, previewTotal } from "./invoice-forms.ts";
import { ReadOnlyValue } from "./read-only-value.tsx";

const texts = messages.invoices.create;

/** Currency, rate and fee, and the total that follows from them (D-004). */
export function InvoiceFeeFields({ form }: { readonly form: InvoiceForm }) {
  const { setValue, watch, formState } = form;
  const { errors, isSubmitted } = formState;
  const [currency, rate, usdFee] = watch(["currency", "rate", "usdFee"]);
  const total = previewTotal({ usdFee, rate, currency });
  const chooseCurrency = (next: Currency) => {
    setValue("currency", next);
    setValue("rate", next === "AED" ? DEFAULT_AED_RATE : 1, { shouldValidate: isSubmitted });
  };
  const numberField = (name: "rate" | "usdFee") => ({
    type: "number",
    inputMode: "decimal" as const,
    step: "0.01",
    min: 0,
    // Whoever comes to type an amount does not want the 0 that stands there.
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    ...form.register(name, {
      setValueAs: numberOrZero,
      // What was no number stands there as the 0 that it counts as (D-007).
      onBlur: () => setValue(name, form.getValues(name)),
    }),
  });
  return (
    <>
      <Field label={texts.fields.currency} className="md:col-span-2">
        <Select
          value={currency ?? "USD"}
          onValueChange={chooseCurrency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field
        label={texts.fields.rate}
        error={errors.rate?.message}
        hint={currency === "AED" ? texts.rateHint : undefined}
        className="md:col-span-2"
      >
        <Input {...numberField("rate")} />
      </Field>
      <Field label={texts.fields.usdFee} error={errors.usdFee?.message} className="md:col-span-2">
        <Input {...numberField("usdFee")} />
      </Field>
      {looksInverted({ rate, currency }) ? (
        <Notice className="col-span-full">{texts.rateWarning}</Notice>
      ) : null}
      <ReadOnlyValue label={texts.fields.totalFee} strong className="col-span-full">
        {total === null ? texts.selectValues : formatMoney(total, currency)}
      </ReadOnlyValue>
    </>
  );
}
