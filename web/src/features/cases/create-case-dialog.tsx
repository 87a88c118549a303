import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { agreementsApi } from "contract/agreements";
import { caseStatuses, caseStatusTexts } from "contract/case-status";
import {
  caseGenders,
  type AssignedUser,
  type CaseFile,
  MAX_APPLICANTS,
  programLabels,
  programs,
} from "contract/cases";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { upload } from "#web/api/upload.ts";
import { failureToast } from "#web/feedback/failure-toast.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field, FieldGroup } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { AgreementPick } from "./agreement-pick.tsx";
import { AssigneePicker } from "./assignee-picker.tsx";
import { CreateCaseForm, newCase, withFeesInCents } from "./case-forms.ts";
import { useAssignees, useCreateCase } from "./cases.queries.ts";
import { NationalityField } from "./nationality-field.tsx";
import { StatusGlyph } from "./status-badge.tsx";

const texts = messages.cases.createDialog;
const fieldNames = [
  "title",
  "numberOfApplicants",
  "status",
  "nationality",
  "citizenshipProgram",
  "gender",
  "citizenshipFee",
  "fiuFee",
] as const;

type CreateCaseDialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function CreateCaseDialog({ open, onOpenChange }: CreateCaseDialogProps) {
  return open ? <OpenDialog onClose={() => onOpenChange(false)} /> : null;
}

function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const [assignedUsers, setAssignedUsers] = useState<AssignedUser["id"][]>([]);
  const [agreement, setAgreement] = useState<File | null>(null);
  const { assignees } = useAssignees();
  const create = useCreateCase();
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(CreateCaseForm),
    defaultValues: newCase,
  });
  const { errors, isSubmitting, isDirty } = formState;

  const submit = handleSubmit(async (form) => {
    try {
      const created = await create.mutateAsync({ ...withFeesInCents(form), assignedUsers });
      if (agreement) await sendAgreement(created, agreement);
      onClose();
    } catch (error) {
      showFieldErrors(error, fieldNames, setError);
      failureToast(messages.cases.errorTitle, texts.failed)(error);
    }
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      busy={isSubmitting}
      unsaved={isDirty || assignedUsers.length > 0 || agreement !== null}
      title={texts.title}
      description={texts.description}
      onSubmit={submit}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {messages.ui.cancel}
          </Button>
          <Button type="submit" pending={isSubmitting} pendingText={texts.pending}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-6 gap-x-4 gap-y-5">
        <Field
          label={texts.fields.title}
          error={errors.title?.message}
          required
          className="col-span-6"
        >
          <Input placeholder={texts.fields.titleHint} dir="auto" {...register("title")} />
        </Field>
        <div className="col-span-3 max-md:col-span-6">
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
        </div>
        <div className="col-span-3 max-md:col-span-6">
          <Field label={texts.fields.status} error={errors.status?.message} required>
            <Controller
              control={control}
              name="status"
              render={({ field }) => (
                <Select
                  value={field.value}
                  onValueChange={field.onChange}
                  options={caseStatuses.map((status) => ({
                    value: status,
                    label: caseStatusTexts[status].label,
                    mark: <StatusGlyph status={status} />,
                  }))}
                />
              )}
            />
          </Field>
        </div>
        <div className="col-span-2 max-md:col-span-6">
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
        </div>
        <div className="col-span-2 max-md:col-span-3">
          <Field label={texts.fields.gender} error={errors.gender?.message} required>
            <Controller
              control={control}
              name="gender"
              render={({ field }) => (
                <Select
                  value={field.value}
                  onValueChange={field.onChange}
                  options={caseGenders.map((gender) => ({ value: gender, label: gender }))}
                />
              )}
            />
          </Field>
        </div>
        <Field
          label={texts.fields.numberOfApplicants}
          error={errors.numberOfApplicants?.message}
          required
          className="col-span-2 max-md:col-span-3"
        >
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_APPLICANTS}
            {...register("numberOfApplicants", { valueAsNumber: true })}
          />
        </Field>
        <Field
          label={texts.fields.citizenshipFee}
          error={errors.citizenshipFee?.message}
          className="col-span-3 max-md:col-span-6"
        >
          <Input
            type="number"
            inputMode="decimal"
            step="0.01"
            min={0}
            {...register("citizenshipFee", { valueAsNumber: true })}
          />
        </Field>
        <Field
          label={texts.fields.fiuFee}
          error={errors.fiuFee?.message}
          className="col-span-3 max-md:col-span-6"
        >
          <Input
            type="number"
            inputMode="decimal"
            step="0.01"
            min={0}
            {...register("fiuFee", { valueAsNumber: true })}
          />
        </Field>
        <FieldGroup label={texts.fields.assignedUsers} className="col-span-6">
          <AssigneePicker
            assignees={assignees}
            chosen={assignedUsers}
            onChange={setAssignedUsers}
          />
        </FieldGroup>
        <Field label={texts.fields.agreement} className="col-span-6">
          <AgreementPick file={agreement} onPick={setAgreement} />
        </Field>
      </div>
    </Dialog>
  );
}

/** The case exists by now: a refused agreement is told, and can be uploaded again in the case. */
async function sendAgreement(created: CaseFile, file: File): Promise<void> {
  try {
    await upload(agreementsApi.uploadPdf, {
      params: { id: created.id },
      files: [file],
      fields: { category: "service-agreement" },
    });
  } catch (error) {
    failureToast(messages.cases.errorTitle, texts.agreementFailed)(error);
  }
}
