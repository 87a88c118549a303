import { zodResolver } from "@hookform/resolvers/zod";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import {
  type CaseFile,
  MAX_APPLICANTS,
  type Program,
  programLabels,
  programs,
} from "contract/cases";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Notice } from "#web/ui/states.tsx";
import { CaseCodeField } from "./case-code-field.tsx";
import { CaseInformationForm, informationOf, withFeesInCents } from "./case-forms.ts";
import { useRemoveCase, useUpdateCase } from "./cases.queries.ts";
import { NationalityField } from "./nationality-field.tsx";
import { savedMeanwhile, useCaseEdit } from "./use-case-edit.ts";

const texts = messages.cases.informationDialog;
const fieldNames = [
  "title",
  "numberOfApplicants",
  "nationality",
  "citizenshipProgram",
  "citizenshipFee",
  "fiuFee",
] as const;

function shownValue(name: (typeof fieldNames)[number], value: string | number): string {
  if (name === "citizenshipProgram") return programLabels[value as Program];
  return String(value);
}

type CaseInformationDialogProps = {
  readonly caseFile: CaseFile;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCodeChanged?: (caseCode: string) => void;
  readonly onRemoved?: () => void;
};

/** Title, program, applicants, fees in dollars, case id, and the end of a case. */
export function CaseInformationDialog(props: CaseInformationDialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  caseFile,
  onOpenChange,
  onCodeChanged,
  onRemoved,
}: CaseInformationDialogProps) {
  const [isRemoving, setIsRemoving] = useState(false);
  const update = useUpdateCase();
  const remove = useRemoveCase();
  const close = () => onOpenChange(false);
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(CaseInformationForm),
    values: informationOf(caseFile),
    // What somebody types is not replaced when the case changes elsewhere.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, dirtyFields } = formState;
  const edit = useCaseEdit(caseFile, dirtyFields);

  const submit = handleSubmit(async (form) => {
    try {
      const cents = withFeesInCents(form);
      const changed = Object.fromEntries(
        fieldNames.filter((name) => dirtyFields[name]).map((name) => [name, cents[name]]),
      );
      await update.mutateAsync({ caseFile: edit.basis, body: changed });
      close();
    } catch (error) {
      const saved = savedMeanwhile(error);
      if (saved) {
        await edit.acceptConflict();
        const theirs = informationOf({ ...caseFile, ...saved });
        for (const name of fieldNames.filter((field) => field in saved))
          setError(name, { message: texts.savedMeanwhile(shownValue(name, theirs[name])) });
        return;
      }
      showFieldErrors(error, fieldNames, setError);
      failureToast(messages.cases.errorTitle, texts.failed)(error);
    }
  });

  return (
    <>
      <Dialog
        open
        onOpenChange={close}
        size="lg"
        busy={isSubmitting}
        unsaved={edit.isEditing}
        title={texts.title}
        description={texts.description}
        onSubmit={submit}
        footer={
          <>
            <Button
              variant="ghost"
              className="me-auto text-danger!"
              icon={<Icon of={Trash2} />}
              onClick={() => setIsRemoving(true)}
            >
              {texts.remove}
            </Button>
            <Button variant="secondary" onClick={close} disabled={isSubmitting}>
              {messages.ui.cancel}
            </Button>
            <Button type="submit" pending={isSubmitting} pendingText={texts.pending}>
              {texts.submit}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {edit.hasConflict ? <Notice tone="info">{texts.conflict}</Notice> : null}
          <div className="grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1">
            <Field
              label={texts.fields.title}
              error={errors.title?.message}
              required
              className="col-span-full"
            >
              <Input dir="auto" {...register("title")} />
            </Field>
            <Field label={texts.fields.program} error={errors.citizenshipProgram?.message} required>
              <Controller
                control={control}
                name="citizenshipProgram"
                render={({ field }) => (
                  <Select
                    value={field.value}
                    onValueChange={field.onChange}
                    options={programs.map((program) => ({
                      value: program,
                      label: programLabels[program],
                    }))}
                  />
                )}
              />
            </Field>
            <Controller
              control={control}
              name="nationality"
              render={({ field }) => (
                <NationalityField
                  value={field.value}
                  onChange={field.onChange}
                  error={errors.nationality?.message}
                />
              )}
            />
            <Field
              label={texts.fields.numberOfApplicants}
              error={errors.numberOfApplicants?.message}
              required
            >
              <Input
                type="number"
                inputMode="numeric"
                min={1}
                max={MAX_APPLICANTS}
                {...register("numberOfApplicants", { valueAsNumber: true })}
              />
            </Field>
            <div className="md:pt-6.5">
              <CaseCodeField caseFile={caseFile} onChanged={onCodeChanged} />
            </div>
            <Field label={texts.fields.citizenshipFee} error={errors.citizenshipFee?.message}>
              <Input
                type="number"
                inputMode="decimal"
                step="0.01"
                min={0}
                {...register("citizenshipFee", { valueAsNumber: true })}
              />
            </Field>
            <Field label={texts.fields.fiuFee} error={errors.fiuFee?.message}>
              <Input
                type="number"
                inputMode="decimal"
                step="0.01"
                min={0}
                {...register("fiuFee", { valueAsNumber: true })}
              />
            </Field>
          </div>
        </div>
      </Dialog>
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setIsRemoving}
        title={messages.cases.removeDialog.title(caseFile.title)}
        description={messages.cases.removeDialog.description}
        confirmText={messages.cases.removeDialog.confirm}
        pendingText={messages.cases.removeDialog.pending}
        pending={remove.isPending}
        variant="danger"
        onConfirm={() => {
          // A promise, since the live notice may take the case and this dialog away before the answer is here.
          const leave = () => {
            setIsRemoving(false);
            close();
            onRemoved?.();
          };
          remove.mutateAsync(caseFile).then(leave, () => undefined);
        }}
      />
    </>
  );
}
