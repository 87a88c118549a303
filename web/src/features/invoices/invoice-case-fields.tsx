import { useEffect, useEffectEvent } from "react";
import { formatMoney } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { InvoiceCases } from "./invoice-cases.ts";
import type { InvoiceForm } from "./invoice-forms.ts";
import { ReadOnlyValue } from "./read-only-value.tsx";

const texts = messages.invoices.create;

type InvoiceCaseFieldsProps = {
  readonly form: InvoiceForm;
  readonly cases: InvoiceCases;
};

/** The case an invoice belongs to, and what the invoice takes from it. */
export function InvoiceCaseFields({ form, cases }: InvoiceCaseFieldsProps) {
  const { register, setValue, resetField, formState } = form;
  const { errors, isSubmitted } = formState;
  const { chosen } = cases;
  const chosenId = chosen?.id;
  // All at once, when the case has been read: no invoice goes out with the title or salutation of another one.
  const takeOver = useEffectEvent(() => {
    if (chosen === null) return;
    setValue("caseId", chosen.id, { shouldValidate: true });
    setValue("caseTitle", chosen.title, { shouldValidate: isSubmitted });
    setValue("gender", chosen.gender === "Ms." ? "Ms" : "Mr");
  });
  useEffect(() => {
    if (chosenId !== undefined) takeOver();
  }, [chosenId]);
  const pick = (caseCode: string) => {
    if (caseCode === chosen?.caseId) return;
    resetField("caseId");
    cases.pick(caseCode);
  };
  return (
    <>
      <Field
        label={texts.fields.case}
        error={cases.isLost ? messages.ui.failedToLoad : errors.caseId?.message}
        required
        className="col-span-full"
      >
        <Combobox
          value={chosen?.caseId ?? null}
          onValueChange={pick}
          search={cases}
          chosenLabel={chosen?.title}
          options={cases.found.map(({ caseId, title }) => ({
            value: caseId,
            label: title,
            detail: caseId,
          }))}
          placeholder={texts.selectCase}
          searchPlaceholder={texts.searchCases}
          emptyText={texts.noCases}
        />
      </Field>
      <Field
        label={texts.fields.caseTitle}
        error={errors.caseTitle?.message}
        required
        className="col-span-full"
      >
        <Input dir="auto" {...register("caseTitle")} />
      </Field>
      <ReadOnlyValue label={texts.fields.applicants} className="md:col-span-3">
        {chosen ? chosen.numberOfApplicants : texts.selectCaseFirst}
      </ReadOnlyValue>
      <ReadOnlyValue label={texts.fields.citizenshipFee} className="md:col-span-3">
        {chosen ? formatMoney(chosen.citizenshipFee, "USD") : texts.selectCaseFirst}
      </ReadOnlyValue>
    </>
  );
}
