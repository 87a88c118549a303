import type { ListedCase } from "contract/cases";
import { formatMoney } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { InvoiceForm } from "./invoice-forms.ts";
import { ReadOnlyValue } from "./read-only-value.tsx";

const texts = messages.invoices.create;

type InvoiceCaseFieldsProps = {
  readonly form: InvoiceForm;
  readonly cases: readonly ListedCase[];
};

/** The case an invoice belongs to, and what the invoice takes from it. */
export function InvoiceCaseFields({ form, cases }: InvoiceCaseFieldsProps) {
  const { register, setValue, watch, formState } = form;
  const { errors, isSubmitted } = formState;
  const caseId = watch("caseId");
  const chosen = cases.find(({ id }) => id === caseId);
  const chooseCase = (value: string) => {
    const caseFile = cases.find(({ id }) => String(id) === value);
    if (!caseFile) return;
    setValue("caseId", caseFile.id, { shouldValidate: true });
    setValue("caseTitle", caseFile.title, { shouldValidate: isSubmitted });
    setValue("gender", caseFile.gender === "Ms." ? "Ms" : "Mr");
  };
  return (
    <>
      <Field
        label={texts.fields.case}
        error={errors.caseId?.message}
        required
        className="col-span-full"
      >
        <Combobox
          value={chosen === undefined ? null : String(chosen.id)}
          onValueChange={chooseCase}
          options={cases.map((caseFile) => ({
            value: String(caseFile.id),
            label: caseFile.title,
            detail: caseFile.caseId,
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
