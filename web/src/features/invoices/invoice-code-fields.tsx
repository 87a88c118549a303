import { Controller } from "react-hook-form";
import { invoiceStages } from "contract/invoices";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { InvoiceForm } from "./invoice-forms.ts";
import { useGenerateCode } from "./invoices.queries.ts";

const texts = messages.invoices.create;

/** The stage, and the id that is made for it. */
export function InvoiceCodeFields({ form }: { readonly form: InvoiceForm }) {
  const { control, setValue, watch, formState } = form;
  const { errors } = formState;
  const generate = useGenerateCode();
  const [stage, invoiceId] = watch(["stage", "invoiceId"]);
  const generateCode = () =>
    stage &&
    generate.mutate(stage, {
      onSuccess: (answer) => setValue("invoiceId", answer.invoiceId, { shouldValidate: true }),
    });
  return (
    <>
      <Field
        label={texts.fields.stage}
        error={errors.stage?.message}
        required
        className="md:col-span-3"
      >
        <Controller
          control={control}
          name="stage"
          render={({ field }) => (
            <Select
              value={field.value ?? null}
              placeholder={texts.selectStage}
              onValueChange={(next) => {
                field.onChange(next);
                // Prefix and stage agree again (D-024).
                setValue("invoiceId", "");
              }}
              options={invoiceStages.map((value) => ({ value, label: value }))}
            />
          )}
        />
      </Field>
      {/* The button stands beside the field, not below its error. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 md:col-span-3">
        <Field label={texts.fields.invoiceId} error={errors.invoiceId?.message} required>
          <Input
            readOnly
            value={invoiceId ?? ""}
            placeholder={texts.notGenerated}
            className="tabular"
          />
        </Field>
        <Button
          variant="secondary"
          className="mt-6.5"
          disabled={!stage}
          pending={generate.isPending}
          pendingText={texts.generating}
          onClick={generateCode}
        >
          {texts.generate}
        </Button>
      </div>
    </>
  );
}
