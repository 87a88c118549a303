import { useState } from "react";
import { type Control, useController } from "react-hook-form";
import type { Invoice } from "contract/invoices";
import { formatMoney } from "#web/format/money.ts";
import { messages } from "#web/messages/messages.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import type { InvoiceCases } from "./invoice-cases.ts";
import type { InvoiceEdit } from "./invoice-forms.ts";
import { ReadOnlyValue } from "./read-only-value.tsx";

const { fields, noCases, searchCases } = messages.invoices.create;

type InvoiceOwnCaseFieldsProps = {
  readonly control: Control<InvoiceEdit>;
  readonly invoice: Invoice;
  readonly cases: InvoiceCases;
};

/** The case that an invoice belongs to, which another one can take the place of. */
export function InvoiceOwnCaseFields({ control, invoice, cases }: InvoiceOwnCaseFieldsProps) {
  const { field, fieldState } = useController({ control, name: "caseId" });
  const own = { ...invoice.case, id: invoice.caseId };
  const [picked, setPicked] = useState<InvoiceCases["found"][number]>(own);
  // The fee of a case that was picked stands in the case itself, which is read first.
  const chosen = [cases.chosen, own].find((caseFile) => caseFile?.id === field.value);
  const pick = (id: string) => {
    const found = cases.found.find((caseFile) => String(caseFile.id) === id);
    if (found === undefined) return;
    setPicked(found);
    field.onChange(found.id);
    cases.pick(found.caseId);
  };
  return (
    <>
      <Field
        label={fields.case}
        error={cases.isLost ? messages.ui.failedToLoad : fieldState.error?.message}
        required
        className="col-span-full"
      >
        <Combobox
          value={String(field.value)}
          onValueChange={pick}
          search={cases}
          chosenLabel={nameOf(field.value === picked.id ? picked : own)}
          options={cases.found.map((caseFile) => ({
            value: String(caseFile.id),
            label: nameOf(caseFile),
          }))}
          searchPlaceholder={searchCases}
          emptyText={noCases}
        />
      </Field>
      <ReadOnlyValue label={fields.applicants}>
        {chosen?.numberOfApplicants ?? messages.ui.loading}
      </ReadOnlyValue>
      <ReadOnlyValue label={fields.citizenshipFee}>
        {chosen ? formatMoney(chosen.citizenshipFee, "USD") : messages.ui.loading}
      </ReadOnlyValue>
    </>
  );
}

function nameOf({ caseId, title }: { caseId: string; title: string }): string {
  return `${caseId} - ${title}`;
}
