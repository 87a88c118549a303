import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type Control, useForm, type UseFormRegister, useWatch } from "react-hook-form";
import { type Bureau, UpdateBureauInput } from "contract/bureau";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { bureauMessages as texts } from "#web/messages/bureau.ts";
import { bureauName } from "#web/shell/bureau.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { useSaveBureau } from "./bureau.queries.ts";
import { PaperPreview } from "./paper-preview.tsx";

type Values = UpdateBureauInput;
const names = ["name", "address", "trn", "phone", "website", "letterFoot"] as const;

/** The preview beside it shows what is typed, so nothing is saved that has not been seen. */
export function BureauForm({ bureau }: { readonly bureau: Bureau }) {
  const save = useSaveBureau();
  const { register, handleSubmit, setError, reset, control, formState } = useForm<Values>({
    resolver: zodResolver(UpdateBureauInput),
    values: valuesOf(bureau),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsaved(isDirty);
  const [isRenamed, setRenamed] = useState(false);
  useEffect(() => {
    // The name is written into the page; every part of it bears the new one from here on.
    if (isRenamed && !isDirty) window.location.reload();
  }, [isRenamed, isDirty]);
  const submit = handleSubmit(async (body) => {
    try {
      const saved = await save.mutateAsync({ body, version: bureau.version ?? undefined });
      reset(valuesOf(saved), { keepDirtyValues: false });
      setRenamed(saved.name !== bureauName);
    } catch (error) {
      showFieldErrors(error, names, setError);
    }
  });
  const message = (name: (typeof names)[number]) => errors[name]?.message;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
      <SectionCard title={texts.details}>
        <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
          <Field
            label={texts.name}
            hint={texts.nameHint(bureau.usualName ?? "")}
            error={message("name")}
          >
            <Input dir="auto" autoComplete="organization" {...register("name")} />
          </Field>
          <Field label={texts.address} error={message("address")}>
            <Textarea rows={3} dir="auto" {...register("address")} />
          </Field>
          <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
            <Field label={texts.trn} error={message("trn")}>
              <Input {...register("trn")} />
            </Field>
            <Field label={texts.phone} error={message("phone")}>
              <Input type="tel" {...register("phone")} />
            </Field>
          </div>
          <Field label={texts.website} error={message("website")}>
            <Input type="url" {...register("website")} />
          </Field>
          <BankDetails register={register} problems={errors.bankDetails} />
          <Field label={texts.letterFoot} error={message("letterFoot")}>
            <Input dir="auto" {...register("letterFoot")} />
          </Field>
          <Button
            type="submit"
            className="self-end"
            disabled={!isDirty}
            pending={isSubmitting}
            pendingText={texts.pending}
          >
            {texts.submit}
          </Button>
        </form>
      </SectionCard>
      <Preview control={control} bureau={bureau} />
    </div>
  );
}

type BankDetailsProps = {
  readonly register: UseFormRegister<Values>;
  readonly problems: { USD?: { message?: string }; AED?: { message?: string } } | undefined;
};

function BankDetails({ register, problems }: BankDetailsProps) {
  return (
    <>
      <Field label={texts.bankUsd} hint={texts.bankHint} error={problems?.USD?.message}>
        <Textarea rows={3} dir="auto" {...register("bankDetails.USD")} />
      </Field>
      <Field label={texts.bankAed} error={problems?.AED?.message}>
        <Textarea rows={3} dir="auto" {...register("bankDetails.AED")} />
      </Field>
    </>
  );
}

function Preview({
  control,
  bureau,
}: {
  readonly control: Control<Values>;
  readonly bureau: Bureau;
}) {
  const typed = useWatch({ control }) as Values;
  const name = typed.name?.trim() || (bureau.usualName ?? "");
  return (
    <PaperPreview typed={{ ...typed, name }} hasLogo={bureau.logos?.includes("light") === true} />
  );
}

function valuesOf(bureau: Bureau): Values {
  return {
    name: bureau.ownName ?? "",
    address: bureau.address ?? "",
    trn: bureau.trn ?? "",
    phone: bureau.phone ?? "",
    website: bureau.website ?? "",
    letterFoot: bureau.letterFoot ?? "",
    bankDetails: { USD: bureau.bankDetails?.USD ?? "", AED: bureau.bankDetails?.AED ?? "" },
  };
}
